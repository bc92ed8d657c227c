import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlarmConditionFilter, AlarmPredicate, AlarmRule } from './alarm-rule.ts'
import { clearRuleOf, ruleSentence, type SentenceTexts } from './rule-sentence.ts'

const texts: SentenceTexts = {
  comparison: (key, operation, value) => `${key} ${operation} ${value}`,
  key: ({ key }) => key,
  value: (value, type, of) => (type === 'STRING' ? `"${value}"` : of?.key === 'temp' ? `${value} K` : String(value)),
  attribute: (attribute, source) => `${attribute} of ${source}`,
  all: (parts) => parts.join(' and '),
  any: (parts) => parts.join(' or '),
  duration: (value, unit) => `for ${value} ${unit}`,
  repeats: (value) => `${value} times`,
  schedule: (type) => `at ${type}`,
  none: 'nothing',
}

const numeric = (operation: 'GREATER' | 'LESS' | 'EQUAL', value: number): AlarmPredicate => ({
  type: 'NUMERIC',
  operation,
  value: { defaultValue: value },
})
const on = (key: string, predicate: AlarmPredicate): AlarmConditionFilter => ({
  key: { type: 'TIME_SERIES', key },
  valueType: 'NUMERIC',
  predicate,
})
const rule = (condition: AlarmConditionFilter[], over: Partial<AlarmRule['condition']> = {}): AlarmRule => ({
  condition: { condition, spec: { type: 'SIMPLE' }, ...over },
  schedule: { type: 'ANY_TIME' },
  alarmDetails: 'Hot',
  dashboardId: null,
})

test('a rule reads as a sentence; what is not filled in is an ellipsis', () => {
  const hot = on('temperature', numeric('GREATER', 50))
  const spec = { type: 'DURATION', unit: 'MINUTES', predicate: { defaultValue: 5 } } as const
  assert.equal(ruleSentence(rule([hot], { spec }), texts), 'temperature GREATER 50 for 5 MINUTES')
  assert.equal(ruleSentence(rule([on('temp', numeric('LESS', 5))], { spec }), texts), 'temp LESS 5 K for 5 MINUTES')
  assert.equal(ruleSentence(rule([]), texts), 'nothing')
  assert.equal(ruleSentence(rule([on('', numeric('LESS', Number.NaN))]), texts), '… LESS …')
  const or: AlarmPredicate = {
    type: 'COMPLEX',
    operation: 'OR',
    predicates: [numeric('LESS', 1), numeric('EQUAL', 7)],
  }
  const constant: AlarmConditionFilter = { ...on('limit', or), key: { type: 'CONSTANT', key: 'limit' }, value: 25 }
  assert.equal(
    ruleSentence({ ...rule([hot, constant]), schedule: { type: 'CUSTOM', timezone: 'UTC', items: [] } }, texts),
    'temperature GREATER 50 and (25 LESS 1 or 25 EQUAL 7) at CUSTOM',
  )
  const dynamic: AlarmPredicate = {
    type: 'NUMERIC',
    operation: 'GREATER',
    value: { defaultValue: 1, dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'max' } },
  }
  assert.equal(ruleSentence(rule([on('t', dynamic)]), texts), 't GREATER max of CURRENT_DEVICE')
})

test('the clear rule of one condition is its opposite, groups included', () => {
  const opposite = (predicate: AlarmPredicate) => clearRuleOf(rule([on('t', predicate)]))
  assert.equal(ruleSentence(opposite(numeric('GREATER', 50)) ?? rule([]), texts), 't LESS_OR_EQUAL 50')
  const predicates = [numeric('LESS', 2), numeric('GREATER', 8)]
  const outside = opposite({ type: 'COMPLEX', operation: 'OR', predicates })
  assert.equal(ruleSentence(outside ?? rule([]), texts), '(t GREATER_OR_EQUAL 2 and t LESS_OR_EQUAL 8)')
  assert.equal(outside?.alarmDetails, null)
})

test('no clear rule where the opposite cannot be said', () => {
  const starts: AlarmPredicate = { type: 'STRING', operation: 'STARTS_WITH', value: { defaultValue: 'a' } }
  const hot = on('t', numeric('GREATER', 1))
  assert.equal(clearRuleOf(rule([on('mode', starts)])), null)
  assert.equal(clearRuleOf(rule([hot, on('u', numeric('LESS', 1))])), null)
  assert.equal(clearRuleOf(rule([{ ...hot, key: { type: 'CONSTANT', key: 'c' }, value: 1 }])), null)
  assert.equal(clearRuleOf(rule([])), null)
})
