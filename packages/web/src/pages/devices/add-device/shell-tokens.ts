/** Parts of a shell command, for its colors. Pure. */

export type ShellKind = 'command' | 'option' | 'string' | 'url' | 'continuation' | 'plain'

export interface ShellToken {
  readonly kind: ShellKind
  readonly text: string
}

/** Quotes of both kinds may follow each other within a word, and a backslash escapes in double quotes only. */
const quoted = String.raw`(?:'[^']*'|"(?:\\.|[^"\\])*"|\\')+`
const pattern = new RegExp(
  [
    `(?<string>${quoted})`,
    String.raw`(?<url>\b[a-z]+://[^\s'"]+)`,
    String.raw`(?<option>(?<!\S)--?[A-Za-z][\w-]*)`,
    String.raw`(?<continuation>[\\^](?=\n))`,
    String.raw`(?<command>^[\w.-]+)`,
  ].join('|'),
  'g',
)

const kindOf = (groups: Readonly<Record<string, string | undefined>>): ShellKind =>
  (['string', 'url', 'option', 'continuation', 'command'] as const).find((name) => groups[name] !== undefined) ??
  'plain'

/** Splits a command; the texts of the tokens add up to the command. */
export function shellTokens(command: string): readonly ShellToken[] {
  const tokens: ShellToken[] = []
  let end = 0
  const push = (kind: ShellKind, text: string) => text && tokens.push({ kind, text })
  for (const match of command.matchAll(pattern)) {
    push('plain', command.slice(end, match.index))
    push(kindOf(match.groups ?? {}), match[0])
    end = match.index + match[0].length
  }
  push('plain', command.slice(end))
  return tokens
}
