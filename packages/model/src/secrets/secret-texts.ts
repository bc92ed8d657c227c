/**
 * Removes secrets from texts on their way to logs, the audit log, and the display of messages. Rule chains and the
 * journal keep messages as they are.
 *
 * A secret is the text of a JSON member whose name says so, at any depth and also in JSON inside of a JSON text.
 */

export const secretMask = '***'

const names = [
  'password',
  'passwd',
  'secret',
  'token',
  'authorization',
  'access[_-]?token',
  'refresh[_-]?token',
  'client[_-]?secret',
  'api[_-]?key',
  'private[_-]?key',
  'provisionDeviceKey',
  'provisionDeviceSecret',
  'credentialsId',
  'credentialsValue',
]

/** Beginning of such a member, up to the quote of its text. Each level of nested texts doubles the backslashes. */
const beginning = new RegExp(`(?<!\\\\)(\\\\*)"(?:${names.join('|')})\\1"\\s*:\\s*\\1"`, 'gi')

/** Shorter texts aren't looked for outside of their member, because they occur in other words. */
const characteristic = 4

interface Secret {
  readonly start: number
  readonly end: number
}

/** Ranges of all secrets in the text, without their quotes; an unterminated one reaches to the end. */
function secretsIn(text: string): Secret[] {
  const found: Secret[] = []
  let from = 0
  for (const { 0: head, 1: backslashes = '', index } of text.matchAll(beginning)) {
    const start = index + head.length
    // Inside of an earlier secret.
    if (index < from) continue
    const end = endOfText(text, start, backslashes.length)
    found.push({ start, end })
    from = end
  }
  return found
}

/** Position of the escaped quote that ends a text; `escapes`: number of backslashes before it. */
function endOfText(text: string, start: number, escapes: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (at - backslashes > start && text[at - backslashes - 1] === '\\') backslashes++
    // Backslashes of the text itself come in pairs, each escaped as often as the quote.
    if (backslashes % (2 * (escapes + 1)) === escapes) return at - escapes
  }
  return text.length
}

/** Returns the text with all secrets replaced; the same text if it has none. */
export function withoutSecrets(text: string): string {
  const found = secretsIn(text)
  if (found.length === 0) return text
  let masked = ''
  let from = 0
  for (const { start, end } of found) {
    masked += text.slice(from, start) + (end > start ? secretMask : '')
    from = end
  }
  return masked + text.slice(from)
}

/** Returns a text that a script made of other texts, without secrets and without the secrets of those. */
export function withoutSecretsOf(sources: readonly string[], text: string): string {
  let masked = withoutSecrets(text)
  for (const whole of sources) {
    for (const { start, end } of secretsIn(whole)) {
      const secret = unescaped(whole.slice(start, end))
      if (secret.length >= characteristic) masked = masked.replaceAll(secret, secretMask)
    }
  }
  return masked
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}
