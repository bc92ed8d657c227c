/**
 * Evaluates key filters on values: the server's rules, also used for previews in the browser.
 *
 * A key without a value never matches. A predicate tests values of its own type: STRING text, NUMERIC whole numbers and
 * others (also long ones that are stored as text), BOOLEAN booleans. A value of another type matches only the STRING
 * operations NOT_EQUAL and NOT_CONTAINS. A predicate without a value to compare with (for STRING also an empty one) is
 * ignored.
 */

import { numberOfValue } from '../telemetry/payload.ts'
import type { RawValue, TypedValue } from '../telemetry/values.ts'
import { ValueType } from '../telemetry/values.ts'
import { containsText } from './contains-text.ts'
import type {
  DynamicSource,
  DynamicValue,
  KeyFilter,
  KeyFilterPredicate,
  NumericOperation,
  SimplePredicate,
  StringOperation,
} from './entity-query.ts'

/** Looks up the attribute value of a dynamic value; undefined if there is none. */
export type ResolveDynamic = (dynamic: DynamicValue) => TypedValue | undefined

export const predicateMatches = (
  predicate: KeyFilterPredicate,
  value: TypedValue | undefined,
  resolve: ResolveDynamic,
): boolean => predicateTest(predicate, resolve)(value)

export type PredicateTest = (value: TypedValue | undefined) => boolean

const everything: PredicateTest = () => true

/** Compiles the predicate to a function and resolves its values once, for testing many entities. */
export const predicateTest = (predicate: KeyFilterPredicate, resolve: ResolveDynamic): PredicateTest =>
  testOf(predicate, resolve) ?? everything

/** null: the predicate has no value and is ignored, also within OR. */
function testOf(predicate: KeyFilterPredicate, resolve: ResolveDynamic): PredicateTest | null {
  switch (predicate.type) {
    case 'COMPLEX': {
      const tests = predicate.predicates.map((one) => testOf(one, resolve)).filter((test) => test !== null)
      if (tests.length === 0) return null
      return predicate.operation === 'AND'
        ? (value) => tests.every((test) => test(value))
        : (value) => tests.some((test) => test(value))
    }
    case 'STRING': {
      const wanted = effective(predicate, resolve, (raw) => (raw === undefined ? undefined : String(raw)))
      if (!wanted) return null
      const { ignoreCase, operation } = predicate
      const compared = ignoreCase ? wanted.toLowerCase() : wanted
      const listed = operation === 'IN' || operation === 'NOT_IN' ? new Set(listedValues(compared)) : noTexts
      return (value) => {
        if (!value) return false
        if (value.type !== ValueType.STRING) return operation === 'NOT_EQUAL' || operation === 'NOT_CONTAINS'
        const text = String(value.value)
        return textMatches(operation, ignoreCase ? text.toLowerCase() : text, compared, listed)
      }
    }
    case 'NUMERIC': {
      const wanted = effective(predicate, resolve, numberOf)
      if (wanted === undefined) return null
      return (value) => {
        const number = value ? numberOfValue(value) : null
        return number !== null && numberMatches(predicate.operation, number, wanted)
      }
    }
    case 'BOOLEAN': {
      const wanted = effective(predicate, resolve, booleanOf)
      if (wanted === undefined) return null
      const isEqual = predicate.operation === 'EQUAL'
      return (value) => value?.type === ValueType.BOOLEAN && (value.value === wanted) === isEqual
    }
  }
}

/** Value to compare with: the user's value, else the dynamic one, else the default. */
function effective<P extends SimplePredicate, V extends string | number | boolean>(
  { value }: P,
  resolve: ResolveDynamic,
  convert: (raw: RawValue | undefined) => V | undefined,
): V | undefined {
  const { userValue, defaultValue, dynamicValue } = value
  if (userValue !== null && userValue !== undefined) return userValue as V
  const dynamic = dynamicValue ? convert(resolve(dynamicValue)?.value) : undefined
  return dynamic ?? ((defaultValue ?? undefined) as V | undefined)
}

function numberOf(raw: RawValue | undefined): number | undefined {
  if (raw === undefined || typeof raw === 'boolean' || raw === '') return undefined
  const number = Number(raw)
  return Number.isNaN(number) ? undefined : number
}

function booleanOf(raw: RawValue | undefined): boolean | undefined {
  return typeof raw === 'boolean' ? raw : raw === 'true' ? true : raw === 'false' ? false : undefined
}

const noTexts: ReadonlySet<string> = new Set()

/** Case-sensitive comparison. `listed`: for IN and NOT_IN, the items of `wanted`. */
export function textMatches(
  operation: StringOperation,
  text: string,
  wanted: string,
  listed: ReadonlySet<string> = noTexts,
): boolean {
  switch (operation) {
    case 'EQUAL':
      return text === wanted
    case 'NOT_EQUAL':
      return text !== wanted
    case 'STARTS_WITH':
      return text.startsWith(wanted)
    case 'ENDS_WITH':
      return text.endsWith(wanted)
    case 'CONTAINS':
      return containsText(text, wanted)
    case 'NOT_CONTAINS':
      return !containsText(text, wanted)
    case 'IN':
      return listed.has(text)
    case 'NOT_IN':
      return !listed.has(text)
  }
}

export function numberMatches(operation: NumericOperation, number: number, wanted: number): boolean {
  switch (operation) {
    case 'EQUAL':
      return number === wanted
    case 'NOT_EQUAL':
      return number !== wanted
    case 'GREATER':
      return number > wanted
    case 'LESS':
      return number < wanted
    case 'GREATER_OR_EQUAL':
      return number >= wanted
    case 'LESS_OR_EQUAL':
      return number <= wanted
  }
}

/**
 * Splits a list at commas, trims the items and removes matching quotes: `a, 'b', "c, d"` → `a`, `b`, `c, d`. A comma in
 * quotes belongs to its item.
 */
export function listedValues(list: string): string[] {
  const items: string[] = []
  for (let at = 0; at <= list.length; ) {
    const quoted = quotedItem(list, at)
    if (quoted) {
      items.push(quoted.item)
      at = quoted.end + 1
      continue
    }
    const comma = list.indexOf(',', at)
    const end = comma < 0 ? list.length : comma
    items.push(unquoted(list.slice(at, end).trim()))
    at = end + 1
  }
  return items
}

const blanks = /\s*/y

function skipBlanks(text: string, at: number): number {
  blanks.lastIndex = at
  blanks.test(text)
  return blanks.lastIndex
}

/** The item at `at` if it's in quotes, and the position of the comma after it; null: it isn't. */
function quotedItem(list: string, at: number): { readonly item: string; readonly end: number } | null {
  const start = skipBlanks(list, at)
  const quote = list[start]
  if (quote !== "'" && quote !== '"') return null
  const close = list.indexOf(quote, start + 1)
  if (close < 0) return null
  const end = skipBlanks(list, close + 1)
  return end === list.length || list[end] === ',' ? { item: list.slice(start + 1, close), end } : null
}

/** For quotes within quotes: `'it's'` → `it's`. */
function unquoted(item: string): string {
  const first = item[0]
  return item.length > 1 && (first === "'" || first === '"') && item.endsWith(first) ? item.slice(1, -1) : item
}

/** Distinct dynamic values of the filters. */
export function dynamicValuesOf(filters: readonly Pick<KeyFilter, 'predicate'>[] | null | undefined): DynamicValue[] {
  const found = new Map<string, DynamicValue>()
  const collect = (predicate: KeyFilterPredicate) => {
    if (predicate.type === 'COMPLEX') predicate.predicates.forEach(collect)
    else if (predicate.value.dynamicValue) {
      found.set(dynamicKey(predicate.value.dynamicValue), predicate.value.dynamicValue)
    }
  }
  for (const { predicate } of filters ?? []) collect(predicate)
  return [...found.values()]
}

export const dynamicKey = ({ sourceType, sourceAttribute }: { sourceType: DynamicSource; sourceAttribute: string }) =>
  `${sourceType} ${sourceAttribute}`
