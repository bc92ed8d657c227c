/**
 * `$` of user-written widgets: the calls of jQuery that such widgets usually make. No effects, no requests, no selectors
 * besides those of CSS. Runs in the widget's frame.
 */

type Listener = (this: Element, event: Event) => unknown
type Input = string | Element | Document | Window | SmallQuery | ArrayLike<Element> | (() => void) | null | undefined

export class SmallQuery {
  readonly [index: number]: Element
  readonly length: number

  constructor(elements: Iterable<Element>) {
    const own = [...new Set(elements)]
    Object.assign(this, own)
    this.length = own.length
  }

  get elements(): Element[] {
    return Array.from(this as ArrayLike<Element>)
  }

  get(index?: number): Element | Element[] | undefined {
    return index === undefined ? this.elements : this.elements.at(index)
  }
  toArray = (): Element[] => this.elements
  each(run: (this: Element, index: number, element: Element) => unknown): this {
    this.elements.every((element, index) => run.call(element, index, element) !== false)
    return this
  }
  eq = (index: number) => new SmallQuery(this.elements.slice(index, index === -1 ? undefined : index + 1))
  first = () => this.eq(0)
  last = () => this.eq(-1)
  find = (selector: string) => new SmallQuery(this.elements.flatMap((one) => [...one.querySelectorAll(selector)]))
  filter = (selector: string) => new SmallQuery(this.elements.filter((one) => one.matches(selector)))
  children = (selector = '*') =>
    new SmallQuery(this.elements.flatMap((one) => [...one.children].filter((child) => child.matches(selector))))
  parent = () => new SmallQuery(this.elements.flatMap((one) => one.parentElement ?? []))
  closest = (selector: string) => new SmallQuery(this.elements.flatMap((one) => one.closest(selector) ?? []))
  is = (selector: string): boolean => this.elements.some((one) => one.matches(selector))

  html(value?: unknown): string | this {
    if (value === undefined) return this[0]?.innerHTML ?? ''
    if (typeof value === 'object') return this.empty().append(value as Input)
    return this.each((_, element) => void Reflect.set(element, 'innerHTML', String(value)))
  }
  text(value?: unknown): string | this {
    if (value === undefined) return this.elements.map(({ textContent }) => textContent).join('')
    return this.each((_, element) => void Reflect.set(element, 'textContent', String(value)))
  }
  val(value?: unknown): unknown {
    if (value === undefined) return Reflect.get(this[0] ?? {}, 'value')
    return this.each((_, element) => void Reflect.set(element, 'value', value))
  }
  attr(name: string | Record<string, unknown>, value?: unknown): string | undefined | this {
    if (typeof name === 'object') {
      for (const [key, one] of Object.entries(name)) this.attr(key, one)
      return this
    }
    if (value === undefined) return this[0]?.getAttribute(name) ?? undefined
    return this.each((_, element) => element.setAttribute(name, String(value)))
  }
  removeAttr = (name: string) => this.each((_, element) => element.removeAttribute(name))
  prop(name: string, value?: unknown): unknown {
    if (value === undefined) return Reflect.get(this[0] ?? {}, name)
    return this.each((_, element) => void Reflect.set(element, name, value))
  }
  data = (name: string) => this.attr(`data-${name}`)
  css(name: string | Record<string, unknown>, value?: unknown): string | this {
    if (typeof name === 'object') {
      for (const [key, one] of Object.entries(name)) this.css(key, one)
      return this
    }
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (value === undefined) return this[0] ? getComputedStyle(this[0]).getPropertyValue(property) : ''
    const isLength = typeof value === 'number' && !/opacity|weight|index|flex|line-height|order|zoom/.test(property)
    return this.each((_, element) =>
      (element as HTMLElement).style.setProperty(property, isLength ? `${value}px` : String(value ?? '')),
    )
  }
  addClass = (names: string) => this.each((_, element) => element.classList.add(...words(names)))
  removeClass = (names?: string) =>
    this.each((_, element) =>
      names === undefined ? element.removeAttribute('class') : element.classList.remove(...words(names)),
    )
  toggleClass = (names: string, isOn?: boolean) =>
    this.each((_, element) => {
      for (const name of words(names)) element.classList.toggle(name, isOn)
    })
  hasClass = (name: string): boolean => this.elements.some((one) => one.classList.contains(name))
  show = () => this.css('display', '')
  hide = () => this.css('display', 'none')
  toggle = (isOn?: boolean) =>
    this.each((_, element) => {
      const { style } = element as HTMLElement
      style.display = (isOn ?? style.display === 'none') ? '' : 'none'
    })

  append = (content: Input) => this.#add(content, (element, node) => element.append(node))
  prepend = (content: Input) => this.#add(content, (element, node) => element.prepend(node))
  appendTo(target: Input): this {
    query(target).append(this)
    return this
  }
  remove = () => this.each((_, element) => element.remove())
  empty = () => this.each((_, element) => element.replaceChildren())

  on(type: string, selector: string | Listener, listener?: Listener): this {
    const run = typeof selector === 'function' ? selector : listener
    if (!run) return this
    return this.each((_, element) => {
      const listen: EventListener = (event) => {
        const target = typeof selector === 'string' ? (event.target as Element).closest(selector) : element
        if (target && element.contains(target) && run.call(target, event) === false) {
          event.preventDefault()
          event.stopPropagation()
        }
      }
      for (const name of words(type)) {
        const [kind = ''] = name.split('.')
        element.addEventListener(kind, listen)
        listenersOf(element).push({ type: kind, listener: listen })
      }
    })
  }
  off = (type?: string) =>
    this.each((_, element) => {
      for (const one of listenersOf(element))
        if (type === undefined || words(type).includes(one.type)) element.removeEventListener(one.type, one.listener)
    })
  bind = this.on
  click = (listener?: Listener) => (listener ? this.on('click', listener) : this.trigger('click'))
  change = (listener: Listener) => this.on('change', listener)
  trigger = (type: string) =>
    this.each((_, element) => void element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true })))
  ready(run: () => void): this {
    run()
    return this
  }

  width = (value?: number) => this.#size('width', value)
  height = (value?: number) => this.#size('height', value)
  offset = () => {
    const { left = 0, top = 0 } = this[0]?.getBoundingClientRect() ?? {}
    return { left, top }
  }

  #size(side: 'width' | 'height', value: number | undefined): number | this {
    if (value !== undefined) return this.css(side, value) as this
    return this[0]?.getBoundingClientRect()[side] ?? 0
  }

  #add(content: Input, add: (element: Element, node: Node) => void): this {
    const fragment = document.createElement('template')
    if (typeof content === 'string') fragment.innerHTML = content
    else fragment.content.append(...query(content).elements)
    return this.each((index, element) =>
      add(element, index === this.length - 1 ? fragment.content : fragment.content.cloneNode(true)),
    )
  }
}

const listeners = new WeakMap<Element, { readonly type: string; readonly listener: EventListener }[]>()

function listenersOf(element: Element) {
  const own = listeners.get(element) ?? []
  listeners.set(element, own)
  return own
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

function query(input: Input, within?: Input): SmallQuery {
  if (typeof input === 'function') {
    input()
    return new SmallQuery([])
  }
  if (input instanceof SmallQuery) return input
  if (input === window || input === document) return new SmallQuery([document.documentElement])
  if (input instanceof Element) return new SmallQuery([input])
  if (typeof input === 'string') {
    if (within) return query(within).find(input)
    if (!input.trimStart().startsWith('<')) return new SmallQuery(document.querySelectorAll(input))
    const template = document.createElement('template')
    template.innerHTML = input.trim()
    return new SmallQuery(template.content.children)
  }
  return new SmallQuery(input ? Array.from(input as ArrayLike<Element>) : [])
}

export const $ = Object.assign(query, {
  fn: SmallQuery.prototype,
  extend: (target: object, ...sources: readonly object[]) => Object.assign(target, ...sources) as object,
  isArray: Array.isArray,
  each(list: ArrayLike<unknown>, run: (index: number, value: unknown) => unknown) {
    Array.from(list).every((value, index) => run(index, value) !== false)
  },
})
