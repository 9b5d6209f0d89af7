/** The limits of the lease under which a runner carries out an assignment (docs/evaluations.md#17). */

export const leaseSeconds = 60;
export const maxAttempts = 3;
