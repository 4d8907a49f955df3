import {
  RedisCommandError,
  setLuaWasmLoadOptions,
  type RedisLuaRuntime,
  type RedisServerState,
} from 'js-redis-server/core';

/**
 * Limit of instructions, because scripts run on the only thread: about 10 ms of arithmetic, or half a second of a loop
 * around `redis.call`.
 */
const MOST_INSTRUCTIONS = 1_000_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Functions that the limit cannot stop: `pcall` and coroutines catch the stop itself, patterns can match endlessly within
 * one instruction, and the rest reach these under another name.
 */
const UNSTOPPABLE =
  /(?<!\b(?:redis|server)\s*\.\s*)\bpcall\b|\b(?:xpcall|coroutine|loadstring|load|dofile|getfenv|setfenv|getmetatable|setmetatable|_G|gsub|gmatch|match|find)\b/;

type Script = Parameters<RedisLuaRuntime['eval']>;

/** Bounds the Lua engine: limits of instructions and memory, and a fresh engine after exhaustion. */
export function boundLua(state: RedisServerState): void {
  setLuaWasmLoadOptions({
    limits: {
      maxFuel: MOST_INSTRUCTIONS,
      maxMemoryBytes: 4 * MOST_BYTES,
      maxReplyBytes: MOST_BYTES,
      maxArgBytes: MOST_BYTES,
    },
  });
  const makeRuntime = state.getLuaRuntime.bind(state);
  const forgetRuntime = (): void => void Object.assign(state, { luaRuntimePromise: null });
  state.getLuaRuntime = async () => boundRuntime(await makeRuntime(), forgetRuntime);
}

function boundRuntime(runtime: RedisLuaRuntime, forget: () => void): RedisLuaRuntime {
  const bounded = Object.create(runtime) as RedisLuaRuntime;
  bounded.eval = (...[script, keys, args, context, options]: Script) => {
    refuseUnstoppable(script.toString('latin1'));
    try {
      return runtime.eval(script, keys, args, context, options);
    } catch (error) {
      throw exhausted(error, forget);
    }
  };
  return bounded;
}

function refuseUnstoppable(script: string): void {
  const found = UNSTOPPABLE.exec(withoutText(script));
  if (found === null) return;
  throw new RedisCommandError(`'${found[0]}' is not allowed in scripts of the embedded Redis`);
}

/** Removes comments and plain string literals, which run nothing. */
function withoutText(script: string): string {
  return script.replace(/--[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (text) =>
    text.startsWith('--') ? '' : '""',
  );
}

/** An engine that ran out of memory aborted half-way and cannot run another script. */
function exhausted(error: unknown, forget: () => void): unknown {
  if (!(error instanceof Error) || !error.message.includes('Aborted')) return error;
  forget();
  return new RedisCommandError('script used too much memory');
}
