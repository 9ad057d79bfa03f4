"""Life between throws: seasons, coins, the diary, campaigns, and packs of house content. The top room of BONES."""
