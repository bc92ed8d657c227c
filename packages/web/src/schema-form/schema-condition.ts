/**
 * Conditions of form entries: small JavaScript expressions over `model` (and `arrayIndices` within arrays), such as
 * `model.showLegend === true && model.position !== "left"`.
 *
 * They are interpreted, not evaluated as code, which the page forbids. An unsupported expression counts as true, so
 * that it never hides a field.
 */

const tokenPattern =
  /\s*(===|!==|==|!=|<=|>=|&&|\|\||[<>!().[\],+-]|\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*)/y

class NotUnderstood extends Error {}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    tokenPattern.lastIndex = at
    const match = tokenPattern.exec(text)
    if (!match?.[1]) throw new NotUnderstood()
    tokens.push(match[1])
    at = tokenPattern.lastIndex
  }
  return tokens
}

const comparisons: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  '===': (one, other) => one === other,
  '!==': (one, other) => one !== other,
  // Loose equality: '1' equals 1, null equals undefined.
  '==': (one, other) => one === other || (one ?? null) === (other ?? null) || String(one) === String(other),
  '!=': (one, other) => !comparisons['==']?.(one, other),
  '<': (one, other) => Number(one) < Number(other),
  '>': (one, other) => Number(one) > Number(other),
  '<=': (one, other) => Number(one) <= Number(other),
  '>=': (one, other) => Number(one) >= Number(other),
}

const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, undefined: undefined }

interface ConditionScope {
  readonly model: unknown
  readonly arrayIndices?: readonly number[]
}

export function isShown(condition: string | undefined, scope: ConditionScope): boolean {
  if (condition === undefined || condition.trim() === '') return true
  try {
    return Boolean(evaluate(tokensOf(condition), scope))
  } catch (error) {
    if (error instanceof NotUnderstood) return true
    throw error
  }
}

function evaluate(tokens: readonly string[], scope: ConditionScope): unknown {
  let at = 0
  const accept = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at++
    return true
  }
  const expect = (token: string) => {
    if (!accept(token)) throw new NotUnderstood()
  }
  function either(): unknown {
    let value = both()
    while (accept('||')) {
      const other = both()
      value = value || other
    }
    return value
  }
  function both(): unknown {
    let value = compared()
    while (accept('&&')) {
      const other = compared()
      value = value && other
    }
    return value
  }
  function compared(): unknown {
    const value = unary()
    const compare = comparisons[tokens[at] ?? '']
    if (!compare) return value
    at++
    return compare(value, unary())
  }
  function unary(): unknown {
    if (accept('!')) return !unary()
    if (accept('-')) return -Number(unary())
    return member()
  }
  function member(): unknown {
    let value = primary()
    for (;;) {
      if (accept('.')) value = propertyOf(value, tokens[at++] ?? '')
      else if (accept('[')) {
        value = propertyOf(value, either())
        expect(']')
      } else return value
    }
  }
  function primary(): unknown {
    const token = tokens[at++] ?? ''
    if (token === '(') {
      const value = either()
      expect(')')
      return value
    }
    if (/^\d/.test(token)) return Number(token)
    if (/^["']/.test(token)) return token.slice(1, -1).replace(/\\(.)/g, '$1')
    if (token === 'model') return scope.model
    if (token === 'arrayIndices') return scope.arrayIndices
    if (token in words) return words[token]
    throw new NotUnderstood()
  }
  const value = either()
  if (at < tokens.length) throw new NotUnderstood()
  return value
}

function propertyOf(value: unknown, key: unknown): unknown {
  if (typeof value === 'string' && key === 'length') return value.length
  if (typeof value !== 'object' || value === null) return undefined
  return Object.hasOwn(value, String(key)) ? (value as Record<string, unknown>)[String(key)] : undefined
}
