/**
 * Whether a value passes a key filter: the server's rules, also for previews in the browser.
 *
 * A value that is missing passes NOT_EQUAL and NOT_CONTAINS and nothing else. A predicate tests values of its own type:
 * STRING text, NUMERIC whole numbers and others, BOOLEAN booleans. A predicate without a value to compare with (for
 * STRING also an empty one) passes everything.
 */

import type { RawValue, TypedValue } from '../telemetry/values.ts'
import { ValueType } from '../telemetry/values.ts'
import type {
  DynamicSource,
  DynamicValue,
  KeyFilter,
  KeyFilterPredicate,
  NumericOperation,
  SimplePredicate,
  StringOperation,
} from './entity-query.ts'

/** The attribute's value that a dynamic value names; undefined when there is none. */
export type ResolveDynamic = (dynamic: DynamicValue) => TypedValue | undefined

export const predicateMatches = (
  predicate: KeyFilterPredicate,
  value: TypedValue | undefined,
  resolve: ResolveDynamic,
): boolean => predicateTest(predicate, resolve)(value)

export type PredicateTest = (value: TypedValue | undefined) => boolean

const everything: PredicateTest = () => true

/** The predicate as a function of the value, its own values looked up once: for many entities. */
export function predicateTest(predicate: KeyFilterPredicate, resolve: ResolveDynamic): PredicateTest {
  switch (predicate.type) {
    case 'COMPLEX': {
      const tests = predicate.predicates.map((one) => predicateTest(one, resolve))
      if (tests.length === 0) return everything
      return predicate.operation === 'AND'
        ? (value) => tests.every((test) => test(value))
        : (value) => tests.some((test) => test(value))
    }
    case 'STRING': {
      const wanted = effective(predicate, resolve, (raw) => (raw === undefined ? undefined : String(raw)))
      if (!wanted) return everything
      const { ignoreCase, operation } = predicate
      const compared = ignoreCase ? wanted.toLowerCase() : wanted
      const listed = operation === 'IN' || operation === 'NOT_IN' ? new Set(listedValues(compared)) : noTexts
      return (value) => {
        const text = value?.type === ValueType.STRING ? String(value.value) : undefined
        return textMatches(operation, ignoreCase ? text?.toLowerCase() : text, compared, listed)
      }
    }
    case 'NUMERIC': {
      const wanted = effective(predicate, resolve, numberOf)
      if (wanted === undefined) return everything
      return (value) => {
        const isNumber = value?.type === ValueType.LONG || value?.type === ValueType.DOUBLE
        return numberMatches(predicate.operation, isNumber ? Number(value.value) : undefined, wanted)
      }
    }
    case 'BOOLEAN': {
      const wanted = effective(predicate, resolve, booleanOf)
      if (wanted === undefined) return everything
      const isEqual = predicate.operation === 'EQUAL'
      return (value) => ((value?.type === ValueType.BOOLEAN ? value.value : undefined) === wanted) === isEqual
    }
  }
}

/** The user's own value, else the dynamic one, else the default. */
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

/** Upper and lower case count. `listed`: of IN and NOT_IN, what `wanted` lists. */
export function textMatches(
  operation: StringOperation,
  text: string | undefined,
  wanted: string,
  listed: ReadonlySet<string> = noTexts,
): boolean {
  if (text === undefined) return operation === 'NOT_EQUAL' || operation === 'NOT_CONTAINS'
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
      return text.includes(wanted)
    case 'NOT_CONTAINS':
      return !text.includes(wanted)
    case 'IN':
      return listed.has(text)
    case 'NOT_IN':
      return !listed.has(text)
  }
}

export function numberMatches(operation: NumericOperation, number: number | undefined, wanted: number): boolean {
  if (number === undefined) return operation === 'NOT_EQUAL'
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

/** `a, 'b'` → `a`, `b`: split at commas, trimmed, quotes off when both ends have the same. */
export const listedValues = (list: string): string[] =>
  list.split(',').map((part) => {
    const item = part.trim()
    const first = item[0]
    return item.length > 1 && (first === "'" || first === '"') && item.endsWith(first) ? item.slice(1, -1) : item
  })

/** Every dynamic value that the filters name, each once. */
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
