/** The schemas of the parameters of requests, with the fields that handlers read. Further fields are ignored. */
import { z } from 'zod';

export const handshake = z.looseObject({ protocolVersion: z.string() });
export const list = z.looseObject({ cursor: z.string().max(512).nullish() });
export const toolCall = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});
export const resourceRead = z.looseObject({ uri: z.string().max(2048) });
export const promptGet = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});
export const completion = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
  // The variables of the same template that have a value already.
  context: z
    .looseObject({ arguments: z.record(z.string(), z.string()).nullish() })
    .nullish()
    .transform(context => ({ arguments: context?.arguments ?? {} })),
});
