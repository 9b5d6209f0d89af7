/** Where a build begins. */
import './run/command.ts';
