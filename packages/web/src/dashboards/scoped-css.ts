/**
 * Limits CSS that users wrote to one element and what is in it. The browser parses the CSS first, so that unbalanced
 * braces can't break out; every rule then gets the element's class in front. Imports and rules that apply to the whole
 * document are left out; names of animations are made unique.
 */

let count = 0

/** Applies the CSS below elements of class `scope`; returns a function that removes it. */
export function applyScopedCss(css: string, scope: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(scopedCss(css, `.${scope}`, `user-${++count}-`))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

/** `scope`: selector of the element; `prefix`: put before names of animations. */
function scopedCss(css: string, scope: string, prefix: string): string {
  const parsed = new CSSStyleSheet()
  parsed.replaceSync(css)
  const animations = new Set<string>()
  collectAnimations(parsed.cssRules, animations)
  return scopedRules(parsed.cssRules, { scope, prefix, animations })
}

interface Scope {
  readonly scope: string
  readonly prefix: string
  readonly animations: ReadonlySet<string>
}

function collectAnimations(rules: CSSRuleList, names: Set<string>): void {
  for (const rule of rules) {
    if (rule instanceof CSSKeyframesRule) names.add(rule.name)
    else if (rule instanceof CSSGroupingRule) collectAnimations(rule.cssRules, names)
  }
}

const scopedRules = (rules: CSSRuleList, scope: Scope): string =>
  [...rules].map((rule) => scopedRule(rule, scope)).join('\n')

function scopedRule(rule: CSSRule, scope: Scope): string {
  if (rule instanceof CSSStyleRule) return scopedStyle(rule, scope)
  if (rule instanceof CSSKeyframesRule) {
    rule.name = scope.prefix + rule.name
    return rule.cssText
  }
  if (rule instanceof CSSMediaRule) return `@media ${rule.conditionText} {${scopedRules(rule.cssRules, scope)}}`
  if (rule instanceof CSSSupportsRule) return `@supports ${rule.conditionText} {${scopedRules(rule.cssRules, scope)}}`
  if (rule instanceof CSSContainerRule) return `@container ${rule.conditionText} {${scopedRules(rule.cssRules, scope)}}`
  return ''
}

function scopedStyle(rule: CSSStyleRule, { scope, prefix, animations }: Scope): string {
  const names = rule.style.animationName
  if (names) {
    const priority = rule.style.getPropertyPriority('animation-name')
    const renamed = names.split(',').map((name) => (animations.has(name.trim()) ? prefix + name.trim() : name.trim()))
    rule.style.setProperty('animation-name', renamed.join(', '), priority)
  }
  const selector = selectorsOf(rule.selectorText)
    .map((one) => scopedSelector(one, scope))
    .join(', ')
  const nested = [...rule.cssRules].filter(staysInside).map((one) => one.cssText)
  return `${selector} {${rule.style.cssText}${nested.join('')}}`
}

/** `:root` is the element itself. What follows a combinator after it stays below it. */
function scopedSelector(selector: string, scope: string): string {
  const own = /^(:root|:scope)(?![\w-])/.exec(selector)?.[0]
  if (!own) return `${scope} ${selector}`
  const rest = selector.slice(own.length)
  // A sibling of the element is outside of it.
  return /^\s*[+~|]/.test(rest) ? `${scope} ${selector}` : scope + rest
}

/** A nested rule may name its parent only at the beginning: `body:has(&)` would be an element around it. */
function staysInside(rule: CSSRule): boolean {
  if (!(rule instanceof CSSStyleRule)) return false
  return (
    selectorsOf(rule.selectorText).every((selector) => !selector.slice(1).includes('&')) &&
    [...rule.cssRules].every(staysInside)
  )
}

/** Selectors of a list. Commas in brackets and quotes don't separate. */
export function selectorsOf(list: string): string[] {
  const found: string[] = []
  let depth = 0
  let quote = ''
  let from = 0
  for (let at = 0; at < list.length; at++) {
    const character = list[at] as string
    if (character === '\\') at++
    else if (quote) {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === ',' && depth === 0) {
      found.push(list.slice(from, at).trim())
      from = at + 1
    }
  }
  found.push(list.slice(from).trim())
  return found
}
