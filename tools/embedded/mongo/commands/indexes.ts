import { encode } from '../bson/encode.ts';
import { isDocument } from '../bson/values.ts';
import { badValue, indexNotFound, invalidOptions, namespaceNotFound, typeMismatch } from '../errors.ts';
import { sameKeyPattern } from '../index/definition.ts';
import type { LiveIndex } from '../index/live-index.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reply } from '../wire/messages.ts';
import { cursorReply, ok, targetOf, type CommandContext } from './context.ts';

export function createIndexes(context: CommandContext): Reply {
  const { command, engine } = context;
  const target = targetOf(context);
  if (!Array.isArray(command.indexes) || !command.indexes.every(isDocument)) {
    throw typeMismatch("BSON field 'createIndexes.indexes' must be an array of objects");
  }
  if (command.indexes.length === 0) throw badValue('Must specify at least one index to create');
  const numIndexesBefore = target.indexes.length;
  const createdCollectionAutomatically = !target.exists;
  engine.addIndexes(target, command.indexes);
  return ok({ numIndexesBefore, numIndexesAfter: target.indexes.length, createdCollectionAutomatically });
}

export async function listIndexes(context: CommandContext): Promise<Reply> {
  const target = targetOf(context);
  if (!target.exists) throw namespaceNotFound(`ns does not exist: ${target.namespace}`);
  const documents = target.indexes.map(({ definition }) => encode(definition.spec)).values();
  return cursorReply(await context.cursors.open({ namespace: target.namespace, documents }, Infinity, false));
}

export function dropIndexes(context: CommandContext): Reply {
  const target = targetOf(context);
  if (!target.exists) throw namespaceNotFound(`ns not found ${target.namespace}`);
  const nIndexesWas = target.indexes.length;
  const chosen = chosenIndexes(target, context.command.index);
  if (chosen.includes(target.indexes[0]!)) throw invalidOptions('cannot drop _id index');
  context.engine.dropIndexes(target, chosen);
  return ok({ nIndexesWas });
}

function chosenIndexes(target: Collection, requested: unknown): LiveIndex[] {
  if (requested === '*') return target.indexes.slice(1);
  const list = Array.isArray(requested) ? requested : [requested];
  return list.map((one: unknown) => {
    const found = target.indexes.find(({ definition }) =>
      isDocument(one) ? sameKeyPattern(definition.key, one) : definition.name === one,
    );
    if (!found) throw indexNotFound(`index not found with name [${String(one)}]`);
    return found;
  });
}
