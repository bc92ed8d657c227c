/**
 * Checks for text that HTTP, MQTT and rule nodes all reject: NUL and unpaired surrogates, which databases can't store
 * unchanged, keys that would change an object's prototype, and JSON that nests too deeply to be serialized.
 *
 * Each function returns the error as a sentence, or null for valid text; the caller converts it to its own error.
 */

/** Maximum nesting of objects and lists. */
export const jsonDepthMax = 200

/** `field` names the text in the error. */
export function textProblem(text: string, field: string): string | null {
  if (text.includes('\0')) return `${field} contains a NUL character. Remove it.`
  if (!text.isWellFormed()) return `${field} contains half of a surrogate pair. Remove it.`
  return null
}

/**
 * Whether the JSON in a text needs the full check. Few texts do: in JSON, NUL and unpaired surrogates occur only as
 * escapes, and so may the letters of a key.
 */
export const mayHoldRejectedText = (json: string): boolean =>
  json.includes('\\u') || json.includes('__proto__') || json.includes('constructor')

/**
 * Whether as many brackets are open at once as the limit allows. Brackets inside texts count too; they only cause an
 * unnecessary full check.
 */
export function mayNestTooDeeply(json: string): boolean {
  if (json.length < 2 * jsonDepthMax) return false
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (c === 0x5b || c === 0x7b) {
      if (++depth > jsonDepthMax) return true
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return false
}

/** Checks all texts and keys of parsed JSON. `whole` names the JSON if no field can be named: `The body`. */
export function jsonProblem(value: unknown, whole: string): string | null {
  return problemAt(value, whole, [])
}

/** Same check for text that may be JSON; other text is checked as a whole. */
export function jsonTextProblem(text: string, whole: string): string | null {
  // JSON can't contain a raw NUL.
  if (text.includes('\0')) return textProblem(text, whole)
  if (!mayHoldRejectedText(text) && !mayNestTooDeeply(text)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return textProblem(text, whole)
  }
  return jsonProblem(value, whole)
}

/** `at`: path of the current value; it is joined to a name only for an error. */
function problemAt(value: unknown, whole: string, at: (string | number)[]): string | null {
  if (typeof value === 'string') return isRejected(value) ? textProblem(value, pathOf(at) || whole) : null
  if (typeof value !== 'object' || value === null) return null
  if (at.length === jsonDepthMax) return `${whole} nests deeper than ${jsonDepthMax} levels.`
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      at.push(i)
      const problem = problemAt(value[i], whole, at)
      if (problem) return problem
      at.pop()
    }
    return null
  }
  for (const key of Object.keys(value)) {
    if (isRejected(key)) return textProblem(key, `A key of ${pathOf(at) || lowerFirst(whole)}`)
    at.push(key)
    const member = (value as Record<string, unknown>)[key]
    if (key === '__proto__' || (key === 'constructor' && holdsPrototype(member))) {
      return `The key ${pathOf(at)} isn’t allowed.`
    }
    const problem = problemAt(member, whole, at)
    if (problem) return problem
    at.pop()
  }
  return null
}

const isRejected = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** `constructor` without `prototype` is an ordinary key. */
const holdsPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const pathOf = (at: readonly (string | number)[]): string =>
  at.reduce<string>(
    (path, each) => (typeof each === 'number' ? `${path}[${each}]` : path ? `${path}.${each}` : each),
    '',
  )
