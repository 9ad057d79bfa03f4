from tests.support.tablefixtures import folder, make, sit  # noqa: F401 (fixtures of these folders)
