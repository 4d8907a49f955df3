export { createErasureRace, type ErasureRace } from './erasure-race.ts';
export { watchCommands, type WatchedMongo } from './watch-commands.ts';
