export { createErasureRace, type ErasureRace } from './erasure-race.ts';
export { watchCommands } from './watch-commands.ts';
