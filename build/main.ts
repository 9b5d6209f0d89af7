/** The entry of the build. */
import { buildCommand } from './run/command.ts';

// A bundle cannot wait at its top level.
void buildCommand(process);
