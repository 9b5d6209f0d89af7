/** `completion`: what a shell offers after the name of the command, made from the commands as they are defined. */
import type { Command } from 'commander';
import { Failure } from '../../../support/failure.ts';
import { print } from '../../../support/output.ts';
import { exportTargets } from '../catalog/export.ts';

interface Words {
  /** `add`, or `tenant plan`. */
  name: string;
  words: readonly string[];
}

/** The words that may follow each command: its own commands, or its options. */
function wordsOf(program: Command): Words[] {
  return program.commands.flatMap(command => {
    const inner = command.commands.map(each => each.name());
    const options = command.options.flatMap(({ long }) => long ?? []);
    const own = { name: command.name(), words: inner.length > 0 ? inner : options };
    return [own, ...wordsOf(command).map(each => ({ ...each, name: `${command.name()} ${each.name}` }))];
  });
}

const shells: Readonly<Record<string, (of: readonly Words[], first: readonly string[]) => string>> = {
  bash: (of, first) => `_agent_topology() {
  local words="\${COMP_WORDS[1]}"
  [ "\${COMP_WORDS[1]}" = tenant ] && [ "$COMP_CWORD" -gt 2 ] && words="tenant \${COMP_WORDS[2]}"
  local offered="${first.join(' ')}"
  if [ "\${COMP_WORDS[COMP_CWORD-1]}" = --to ]; then offered="${exportTargets.join(' ')}"
  elif [ "$COMP_CWORD" -gt 1 ]; then
    case "$words" in
${of.map(({ name, words }) => `      "${name}") offered="${words.join(' ')}" ;;`).join('\n')}
      *) offered="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _agent_topology agent-topology
`,
  zsh: (of, first) => `#compdef agent-topology
_agent_topology() {
  local name="\${words[2]}"
  [[ "\${words[2]}" = tenant && $CURRENT -gt 3 ]] && name="tenant \${words[3]}"
  if [[ "\${words[CURRENT-1]}" = --to ]]; then compadd -- ${exportTargets.join(' ')}
  elif (( CURRENT == 2 )); then compadd -- ${first.join(' ')}
  else
    case "$name" in
${of.map(({ name, words }) => `      "${name}") compadd -- ${words.join(' ')} ;;`).join('\n')}
    esac
    _files
  fi
}
compdef _agent_topology agent-topology
`,
  fish: (of, first) =>
    [
      `complete -c agent-topology -n __fish_use_subcommand -f -a "${first.join(' ')}"`,
      `complete -c agent-topology -l to -x -a "${exportTargets.join(' ')}"`,
      ...of.map(({ name, words }) => {
        const seen = name
          .split(' ')
          .map(each => `__fish_seen_subcommand_from ${each}`)
          .join('; and ');
        return `complete -c agent-topology -n "${seen}" -a "${words.join(' ')}"`;
      }),
      '',
    ].join('\n'),
};

/** Prints the script of a shell. @throws Failure for another shell */
export function completion(shell: string, program: Command): void {
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (!script)
    throw new Failure(
      'wrongUse',
      `There is no completion for ${shell}: there is one for ${Object.keys(shells).join(', ')}.`,
    );
  print(
    script(
      wordsOf(program),
      program.commands.map(command => command.name()),
    ),
  );
}
