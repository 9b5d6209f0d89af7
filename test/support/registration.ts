/** Registrations of documents that must be accepted, or refused as not valid. */
import assert from 'node:assert/strict';
import { fields, post, type Scene } from './tenant.ts';

/** The fields of an answer 422. */
export interface Refused {
  code: string;
  errors: { field: string; rule: string; message: string; line: number; column: number }[];
}

/** Registers as the tenants of a scene. */
export function registering(scene: Scene) {
  const register = async (route: string, text: string, credential = scene.acme) => {
    const answer = await post(
      scene.server,
      `/v1/tenants/${credential === scene.acme ? 'acme' : 'other'}/${route}`,
      text,
      credential,
    );
    assert.equal(answer.status, 201, answer.body.toString());
    return fields(answer) as Record<string, string>;
  };

  const refusal = async (route: string, text: string | Buffer) => {
    const answer = await scene.send(route, text);
    assert.equal(answer.status, 422, answer.body.toString());
    return fields(answer) as unknown as Refused;
  };

  return { register, refusal };
}
