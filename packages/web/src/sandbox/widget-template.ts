/**
 * Templates of user-written widgets: `{{ }}` with pipes, `*ngIf`, `*ngFor`, `[property]`, `[class.x]`, `[style.x]`,
 * `[ngClass]`, `[ngStyle]`, `[fxShow]`, `[fxHide]` and `(event)`. Expressions see the members of `$scope` only. Runs in
 * the widget's frame.
 */

type Scope = Record<string, unknown>
type Pipe = (value: unknown, ...args: readonly unknown[]) => unknown

export interface TemplateDeps {
  readonly pipes: Readonly<Record<string, Pipe>>
  /** An expression failed. */
  readonly fail: (error: unknown) => void
}

/** Draws the template again with the present members of its scope. */
export type Redraw = () => void

/** Fills `root` with the template. */
export function openTemplate(root: HTMLElement, html: string, scope: Scope, deps: TemplateDeps): Redraw {
  root.innerHTML = html
  const updates: Redraw[] = []
  for (const node of [...root.childNodes]) bind(node, scope, updates, deps)
  return () => {
    for (const update of updates) update()
  }
}

function bind(node: Node, scope: Scope, updates: Redraw[], deps: TemplateDeps): void {
  if (node instanceof Text) bindText(node, scope, updates, deps)
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return
  const repeated = take(node, '*ngfor')
  if (repeated !== null) {
    bindList(node, repeated, scope, updates, deps)
    return
  }
  const condition = take(node, '*ngif')
  if (condition !== null) {
    bindCondition(node, condition, scope, updates, deps)
    return
  }
  for (const { name, value } of [...node.attributes]) {
    const property = /^\[(.+)\]$/.exec(name)?.[1]
    const event = /^\((.+)\)$/.exec(name)?.[1]
    if (property) bindProperty(node, property, value, scope, updates, deps)
    else if (event) bindEvent(node, event, value, scope, deps)
    else if (value.includes('{{')) {
      const text = textOf(value, scope, deps)
      updates.push(() => node.setAttribute(name, text()))
    } else continue
    if (property || event) node.removeAttribute(name)
  }
  for (const child of [...node.childNodes]) bind(child, scope, updates, deps)
}

function take(node: Element, name: string): string | null {
  const value = node.getAttribute(name)
  node.removeAttribute(name)
  return value
}

function bindText(node: Text, scope: Scope, updates: Redraw[], deps: TemplateDeps) {
  if (!node.data.includes('{{')) return
  const text = textOf(node.data, scope, deps)
  updates.push(() => {
    const next = text()
    if (node.data !== next) node.data = next
  })
}

/** Elements of `let x of list`, in front of a mark that stays in the list's place. */
function bindList(node: Element, text: string, scope: Scope, updates: Redraw[], deps: TemplateDeps) {
  const [, item = 'item', list = '', rest = ''] = /^\s*let\s+(\w+)\s+of\s+([^;]+);?(.*)$/s.exec(text) ?? []
  const index = /let\s+(\w+)\s*=\s*index/.exec(rest)?.[1] ?? /\bindex\s+as\s+(\w+)/.exec(rest)?.[1]
  const read = expression(list, scope, deps)
  const mark = document.createComment('')
  node.replaceWith(mark)
  let drawn: { readonly element: Element; readonly own: Scope; readonly updates: Redraw[] }[] = []
  updates.push(() => {
    const found = read()
    const items = Array.isArray(found) ? found : []
    for (const { element } of drawn.slice(items.length)) element.remove()
    drawn = items.map((value: unknown, at) => {
      const before = drawn[at]
      const own: Scope = before?.own ?? (Object.create(scope) as Scope)
      Object.defineProperty(own, item, { value, configurable: true, writable: true })
      if (index) Object.defineProperty(own, index, { value: at, configurable: true, writable: true })
      if (before) return before
      const element = node.cloneNode(true) as Element
      mark.before(element)
      const inner: Redraw[] = []
      bind(element, own, inner, deps)
      return { element, own, updates: inner }
    })
    for (const one of drawn) for (const update of one.updates) update()
  })
}

function bindCondition(node: Element, text: string, scope: Scope, updates: Redraw[], deps: TemplateDeps) {
  // What follows `else` names a template, which isn't supported.
  const [condition = ''] = text.split(/;\s*else\s+/)
  const read = expression(condition, scope, deps)
  const mark = document.createComment('')
  node.replaceWith(mark)
  let drawn: { readonly element: Element; readonly updates: Redraw[] } | null = null
  updates.push(() => {
    if (!read()) {
      drawn?.element.remove()
      drawn = null
      return
    }
    if (!drawn) {
      const element = node.cloneNode(true) as Element
      mark.before(element)
      drawn = { element, updates: [] }
      bind(element, scope, drawn.updates, deps)
    }
    for (const update of drawn.updates) update()
  })
}

/** Attributes are lower case in HTML; these are the properties that widgets set. */
const properties: Readonly<Record<string, string>> = {
  innerhtml: 'innerHTML',
  textcontent: 'textContent',
  readonly: 'readOnly',
  classname: 'className',
}

function bindProperty(
  node: HTMLElement | SVGElement,
  name: string,
  text: string,
  scope: Scope,
  updates: Redraw[],
  deps: TemplateDeps,
) {
  const read = expression(text, scope, deps)
  const [kind, part = ''] = name.split(/\.(.*)/s)
  updates.push(() => {
    const value = read()
    if (kind === 'class' && part) node.classList.toggle(part, Boolean(value))
    else if (kind === 'style') node.style.setProperty(part.split('.')[0] ?? '', cssText(value, part.split('.')[1]))
    else if (kind === 'attr') node.setAttribute(part, String(value ?? ''))
    else if (name === 'ngclass') setClasses(node, value)
    else if (name === 'ngstyle') {
      for (const [key, one] of Object.entries(Object(value) as object)) {
        const [property = '', unit] = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).split('.')
        node.style.setProperty(property, cssText(one, unit))
      }
    } else if (name === 'fxshow' || name === 'fxhide') {
      node.style.display = Boolean(value) === (name === 'fxshow') ? '' : 'none'
    } else Reflect.set(node, properties[name] ?? name, value ?? '')
  })
}

const cssText = (value: unknown, unit = ''): string =>
  value === null || value === undefined ? '' : `${String(value)}${unit}`

function setClasses(node: Element, value: unknown) {
  if (typeof value === 'string') node.classList.add(...value.split(/\s+/).filter(Boolean))
  else if (Array.isArray(value)) node.classList.add(...value.map(String))
  else
    for (const [names, isOn] of Object.entries(Object(value) as object))
      for (const name of names.split(/\s+/).filter(Boolean)) node.classList.toggle(name, Boolean(isOn))
}

function bindEvent(node: Element, event: string, text: string, scope: Scope, deps: TemplateDeps) {
  const run = compile(text, deps, false)
  if (!run) return
  node.addEventListener(event, ($event) => {
    try {
      const own = Object.create(scope) as Scope
      Object.defineProperty(own, '$event', { value: $event })
      run(scopeOf(own))
    } catch (error) {
      deps.fail(error)
    }
    scopeOf(scope).detectChanges?.()
  })
}

/** Text with its `{{ }}` filled. */
function textOf(text: string, scope: Scope, deps: TemplateDeps): () => string {
  const parts = text.split(/\{\{(.*?)\}\}/s)
  const reads = parts.map((part, at) => (at % 2 === 1 ? expression(part, scope, deps) : () => part))
  return () => reads.map((read) => String(read() ?? '')).join('')
}

/** Value of an expression with pipes; undefined if it fails because something isn't there yet. */
function expression(text: string, scope: Scope, deps: TemplateDeps): () => unknown {
  const [first = '', ...pipes] = split(text, '|')
  const read = compile(first, deps, true)
  const steps = pipes.map((pipe) => {
    const [name = '', ...args] = split(pipe, ':')
    return { pipe: deps.pipes[name.trim()], args: args.map((arg) => compile(arg, deps, true)) }
  })
  return () => {
    const own = scopeOf(scope)
    try {
      let value = read?.(own)
      for (const { pipe, args } of steps) if (pipe) value = pipe(value, ...args.map((arg) => arg?.(own)))
      return value
    } catch (error) {
      // Members of what the script sets later.
      if (!(error instanceof TypeError)) deps.fail(error)
      return undefined
    }
  }
}

function compile(text: string, { fail }: TemplateDeps, isValue: boolean): ((scope: object) => unknown) | null {
  try {
    return new Function('$own', `with ($own) { ${isValue ? `return (${text || 'undefined'})` : text} }`) as (
      scope: object,
    ) => unknown
  } catch (error) {
    fail(error)
    return null
  }
}

/** Splits at a character outside of quotes and brackets; `||` isn't one. */
export function split(text: string, at: '|' | ':'): string[] {
  const parts = ['']
  let depth = 0
  let quote = ''
  let questions = 0
  for (let i = 0; i < text.length; i++) {
    const one = text[i] as string
    if (quote) {
      if (one === '\\') {
        parts[parts.length - 1] += one + (text[++i] ?? '')
        continue
      }
      if (one === quote) quote = ''
    } else if (one === '"' || one === "'" || one === '`') quote = one
    else if ('([{'.includes(one)) depth++
    else if (')]}'.includes(one)) depth--
    else if (one === '?' && at === ':' && depth === 0) questions++
    else if (one === at && depth === 0) {
      if (at === '|' && text[i + 1] === '|') {
        parts[parts.length - 1] += '||'
        i++
        continue
      }
      if (questions === 0) {
        parts.push('')
        continue
      }
      questions--
    }
    parts[parts.length - 1] += one
  }
  return parts
}

/** Names that aren't members are undefined, and what is assigned goes to the scope that has the member. */
const scopeOf = (scope: Scope): Scope & { detectChanges?: () => void } =>
  new Proxy(scope, {
    has: (_, key) => typeof key === 'string',
    get: (target, key) => (key === Symbol.unscopables ? undefined : Reflect.get(target, key, target)),
    set(target, key, value) {
      let owner: Scope = target
      while (!Object.hasOwn(owner, key)) {
        const above = Object.getPrototypeOf(owner) as Scope | null
        if (!above || above === Object.prototype) break
        owner = above
      }
      return Reflect.set(Object.hasOwn(owner, key) ? owner : rootOf(target), key, value)
    },
  })

function rootOf(scope: Scope): Scope {
  let root = scope
  for (let above = scope; above && above !== Object.prototype; above = Object.getPrototypeOf(above) as Scope)
    root = above
  return root
}
