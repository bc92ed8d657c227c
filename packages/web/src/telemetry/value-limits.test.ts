import { expect, test } from 'vitest'
import { limitsOfRules, sourcesOf } from './value-limits.ts'

const filter = (key: string, predicate: unknown, type = 'TIME_SERIES') => ({
  key: { type, key },
  valueType: 'NUMERIC',
  predicate,
})
const numeric = (operation: string, defaultValue: unknown, dynamicValue: unknown = null) => ({
  type: 'NUMERIC',
  operation,
  value: { defaultValue, dynamicValue },
})
const rule = (...condition: unknown[]) => ({ condition: { condition, spec: { type: 'SIMPLE' } } })

test('each comparison of the key with a number is a limit, most severe first', () => {
  const dynamic = { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'levelMax', inherit: true }
  const alarms = [
    {
      alarmType: 'High level',
      createRules: {
        WARNING: rule(filter('level', numeric('GREATER', 85))),
        CRITICAL: rule(
          filter('level', {
            type: 'COMPLEX',
            operation: 'OR',
            predicates: [numeric('GREATER_OR_EQUAL', 92, dynamic), numeric('LESS', 5)],
          }),
          filter('flow', numeric('GREATER', 1)),
        ),
      },
    },
  ]
  expect(limitsOfRules(alarms, 'level')).toEqual([
    {
      alarmType: 'High level',
      severity: 'CRITICAL',
      side: 'above',
      isInclusive: true,
      value: 92,
      from: { source: 'CURRENT_DEVICE', attribute: 'levelMax', inherits: true },
    },
    { alarmType: 'High level', severity: 'CRITICAL', side: 'below', isInclusive: false, value: 5, from: null },
    { alarmType: 'High level', severity: 'WARNING', side: 'above', isInclusive: false, value: 85, from: null },
  ])
})

test('attributes of the same name, texts, inequality and broken rules are no limits', () => {
  const alarms = [
    null,
    {},
    { alarmType: 'A', createRules: { MAJOR: null, MINOR: { condition: {} } } },
    {
      alarmType: 'B',
      createRules: {
        MAJOR: rule(
          null,
          filter('level', numeric('GREATER', 1), 'ATTRIBUTE'),
          filter('level', numeric('NOT_EQUAL', 1)),
          filter('level', { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'x' } }),
          filter('level', numeric('GREATER', null)),
          filter('level', { type: 'COMPLEX', operation: 'AND' }),
        ),
      },
    },
  ]
  expect(limitsOfRules(alarms, 'level')).toEqual([])
})

test('an attribute that inherits is looked for at the customer and the tenant too', () => {
  const of = (source: 'CURRENT_DEVICE' | 'CURRENT_CUSTOMER', inherits: boolean) =>
    sourcesOf({ source, attribute: 'a', inherits })
  expect(of('CURRENT_DEVICE', false)).toEqual(['CURRENT_DEVICE'])
  expect(of('CURRENT_CUSTOMER', true)).toEqual(['CURRENT_CUSTOMER', 'CURRENT_TENANT'])
})
