"""Saves without end until it is killed, and says which save was finished: `writer.py PATH HOW FIRST`."""

import hashlib
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path


def document(number: int) -> bytes:
    body = json.dumps({"number": number, "filling": "x" * 60_000})
    return json.dumps({"sha": hashlib.sha256(body.encode()).hexdigest(), "body": body}).encode()


def main(path: Path, how: str, first: int) -> None:
    if how == "log":
        from bones_desktop.storage.log.logentry import LogEntry, LoggedDie, PendingAct, task_findings
        from bones_desktop.storage.log.throwlog import ThrowLog

        log = ThrowLog(path, lambda: datetime.now(UTC))
        evening = (log.evening() or log.begin_evening(bytes(32))).id
        dice = (LoggedDie("Roman", ("melee", "defend"), 1, "character", "die 1"),) * 4

        def save(number):
            drawn = log.next_number(evening)
            entry = LogEntry(
                datetime.now(UTC),
                who="Ragnar",
                dice=dice,
                findings=task_findings("", number),
                evening=evening,
                number=drawn,
            )
            return log.append(entry, PendingAct(f"{drawn}", "0" * 32, "pay", "{}")).id
    elif how == "durable":
        from bones_desktop.storage.files.textfiles import save_bytes

        def save(number):
            save_bytes(path, document(number))
            return number
    else:

        def save(number):
            # In small pieces, as a slow disk takes them: a kill falls between two of them on any machine.
            whole = document(number)
            with path.open("wb", buffering=0) as file:
                for start in range(0, len(whole), 100):
                    file.write(whole[start : start + 100])
            return number

    os.write(1, b"ready\n")
    while True:
        first += 1
        os.write(1, b"%d\n" % save(first))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
