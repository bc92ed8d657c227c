/**
 * Conditions of form entries: small JavaScript expressions over `model` (and `arrayIndices` or `index` within arrays),
 * such as `model.showLegend === true && model.position !== "left"` and `['a', 'b'].includes(model.kind)`.
 *
 * They are interpreted, not evaluated as code, which the page forbids. An unsupported expression counts as true, so
 * that it never hides a field.
 */

const tokenPattern =
  /\s*(===|!==|==|!=|<=|>=|&&|\|\||\?\.|[<>!().[\],+?:;-]|\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*)/y

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
  accept('return')
  const expect = (token: string) => {
    if (!accept(token)) throw new NotUnderstood()
  }
  function chosen(): unknown {
    const value = either()
    if (!accept('?')) return value
    const yes = chosen()
    expect(':')
    const no = chosen()
    return value ? yes : no
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
    if (accept('typeof')) return typeof unary()
    return member()
  }
  function member(): unknown {
    let value = primary()
    for (;;) {
      if (accept('.') || accept('?.')) {
        const name = tokens[at++] ?? ''
        value = accept('(') ? called(value, name, listUntil(')')) : propertyOf(value, name)
      } else if (accept('[')) {
        value = propertyOf(value, chosen())
        expect(']')
      } else return value
    }
  }
  function listUntil(end: string): readonly unknown[] {
    const items: unknown[] = []
    while (!accept(end)) {
      if (items.length > 0) expect(',')
      items.push(chosen())
    }
    return items
  }
  function primary(): unknown {
    const token = tokens[at++] ?? ''
    if (token === '(') {
      const value = chosen()
      expect(')')
      return value
    }
    if (token === '[') return listUntil(']')
    if (/^\d/.test(token)) return Number(token)
    if (/^["']/.test(token)) return token.slice(1, -1).replace(/\\(.)/g, '$1')
    if (token === 'model') return scope.model
    if (token === 'arrayIndices') return scope.arrayIndices
    if (token === 'index') return scope.arrayIndices?.at(-1)
    if (Object.hasOwn(words, token)) return words[token]
    throw new NotUnderstood()
  }
  const value = chosen()
  accept(';')
  if (at < tokens.length) throw new NotUnderstood()
  return value
}

/** The calls that conditions make: whether a list or text has something. */
function called(value: unknown, name: string, [wanted]: readonly unknown[]): unknown {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' && !Array.isArray(value)) throw new NotUnderstood()
  const list: readonly unknown[] | string = value
  const at = typeof list === 'string' ? list.indexOf(String(wanted)) : list.indexOf(wanted)
  if (name === 'includes') return at >= 0
  if (name === 'indexOf') return at
  throw new NotUnderstood()
}

function propertyOf(value: unknown, key: unknown): unknown {
  if (typeof value === 'string' && key === 'length') return value.length
  if (typeof value !== 'object' || value === null) return undefined
  return Object.hasOwn(value, String(key)) ? (value as Record<string, unknown>)[String(key)] : undefined
}
