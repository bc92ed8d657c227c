import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawValue, type TypedValue, ValueType } from '@sonde/model/telemetry/values'
import { type AlarmRule, type ProfileRules, profileRulesOf } from './alarm-rule.ts'
import { causeOf } from './rule-cause.ts'
import { evaluate, evaluateByClock, newCounters, type RuleFacts } from './rule-evaluation.ts'
import { holdsAt } from './rule-schedule.ts'

const typed = (value: RawValue): TypedValue => ({
  value,
  type:
    typeof value === 'boolean'
      ? ValueType.BOOLEAN
      : typeof value === 'string'
        ? ValueType.STRING
        : Number.isInteger(value)
          ? ValueType.LONG
          : ValueType.DOUBLE,
})

type Values = Readonly<Record<string, RawValue>>

const facts = (
  series: Values,
  {
    ts = 1,
    attributes = {},
    fields = {},
    customer = {},
    tenant = {},
  }: { readonly ts?: number } & Partial<Record<'attributes' | 'fields' | 'customer' | 'tenant', Values>> = {},
): RuleFacts => {
  const look = (values: Values) => (key: string) => (values[key] === undefined ? undefined : typed(values[key]))
  return {
    ts,
    series: look(series),
    attribute: look(attributes),
    field: look(fields),
    customerAttribute: look(customer),
    tenantAttribute: look(tenant),
  }
}

const value = (defaultValue: unknown, dynamicValue: unknown = null) => ({ defaultValue, userValue: null, dynamicValue })
const filter = (type: string, operation: string, against: unknown, more: object = {}) => ({
  key: { type: 'TIME_SERIES', key: 'k' },
  valueType: type,
  predicate: { type, operation, value: against, ...more },
})

function profile(
  condition: readonly unknown[],
  spec: unknown = { type: 'SIMPLE' },
  schedule: unknown = null,
): ProfileRules {
  const rule = { condition: { condition, spec }, schedule, alarmDetails: null, dashboardId: null }
  const rules = profileRulesOf([{ id: 'a', alarmType: 'A', createRules: { MAJOR: rule }, clearRule: null }])
  assert.ok(rules)
  return rules
}

function rule(...args: Parameters<typeof profile>): AlarmRule {
  const [alarm] = profile(...args).alarms
  assert.ok(alarm?.createRules[0])
  return alarm.createRules[0]
}

const holds = (condition: unknown, given: RuleFacts) => evaluate(rule([condition]), given, newCounters()) === 'TRUE'

test('numbers, texts and booleans are compared by every operation', () => {
  for (const [operation, against, fits, fails] of [
    ['EQUAL', 5, [5, '5'], [4, 'x', '']],
    ['NOT_EQUAL', 5, [4], [5]],
    ['GREATER', 5, [5.1], [5]],
    ['LESS', 5, [4.9, false], [5]],
    ['GREATER_OR_EQUAL', 5, [5, 6], [4]],
    ['LESS_OR_EQUAL', 5, [5, 4], [6]],
  ] as const) {
    for (const each of fits)
      assert.ok(holds(filter('NUMERIC', operation, value(against)), facts({ k: each })), operation)
    for (const each of fails)
      assert.ok(!holds(filter('NUMERIC', operation, value(against)), facts({ k: each })), operation)
  }
  for (const [operation, fits, fails] of [
    ['EQUAL', 'Pump', 'pump'],
    ['NOT_EQUAL', 'pump', 'Pump'],
    ['STARTS_WITH', 'Pump 1', 'My Pump'],
    ['ENDS_WITH', 'My Pump', 'Pump 1'],
    ['CONTAINS', 'a Pump b', 'pump'],
    ['NOT_CONTAINS', 'pump', 'a Pump b'],
  ] as const) {
    assert.ok(holds(filter('STRING', operation, value('Pump')), facts({ k: fits })), operation)
    assert.ok(!holds(filter('STRING', operation, value('Pump')), facts({ k: fails })), operation)
  }
  assert.ok(holds(filter('STRING', 'EQUAL', value('PUMP'), { ignoreCase: true }), facts({ k: 'pump' })))
  for (const [given, isTrue] of [
    [true, true],
    [1, true],
    [0, false],
    ['true', true],
    ['no', false],
  ] as const) {
    assert.equal(holds(filter('BOOLEAN', 'EQUAL', value(true)), facts({ k: given })), isTrue, String(given))
    assert.equal(holds(filter('BOOLEAN', 'NOT_EQUAL', value(true)), facts({ k: given })), !isTrue, String(given))
  }
})

test('all conditions have to hold, and none does without a value', () => {
  const two = rule([
    filter('NUMERIC', 'GREATER', value(1)),
    { ...filter('NUMERIC', 'GREATER', value(1)), key: { type: 'ATTRIBUTE', key: 'a' } },
  ])
  assert.equal(evaluate(two, facts({ k: 2 }, { attributes: { a: 2 } }), newCounters()), 'TRUE')
  assert.equal(evaluate(two, facts({ k: 2 }), newCounters()), 'FALSE')
  assert.equal(evaluate(two, facts({}, { attributes: { a: 2 } }), newCounters()), 'FALSE')
  const either = filter('COMPLEX', 'OR', null, {
    predicates: [filter('NUMERIC', 'LESS', value(0)).predicate, filter('NUMERIC', 'GREATER', value(10)).predicate],
  })
  assert.deepEqual(
    [-1, 5, 11].map((k) => holds(either, facts({ k }))),
    [true, false, true],
  )
})

test('a dynamic value comes from the device, its customer or the tenant; without one the default stands', () => {
  const dynamic = (sourceType: string, inherit = false) =>
    filter('NUMERIC', 'GREATER', value(100, { sourceType, sourceAttribute: 'limit', inherit }))
  const owners = { customer: { limit: 20 }, tenant: { limit: 30 } }
  assert.ok(holds(dynamic('CURRENT_DEVICE'), facts({ k: 11 }, { attributes: { limit: 10 }, ...owners })))
  assert.ok(!holds(dynamic('CURRENT_DEVICE'), facts({ k: 50 }, owners)), 'not inherited: the default')
  assert.ok(holds(dynamic('CURRENT_DEVICE', true), facts({ k: 21 }, owners)))
  assert.ok(holds(dynamic('CURRENT_CUSTOMER'), facts({ k: 21 }, owners)))
  assert.ok(!holds(dynamic('CURRENT_CUSTOMER'), facts({ k: 50 }, { tenant: { limit: 30 } })))
  assert.ok(holds(dynamic('CURRENT_CUSTOMER', true), facts({ k: 31 }, { tenant: { limit: 30 } })))
  assert.ok(holds(dynamic('CURRENT_TENANT'), facts({ k: 31 }, owners)))
  assert.ok(holds(dynamic('CURRENT_USER'), facts({ k: 101 }, owners)), 'nobody is signed in: the default')
  const constant = {
    key: { type: 'CONSTANT', key: 'armed' },
    valueType: 'BOOLEAN',
    value: true,
    predicate: filter('BOOLEAN', 'EQUAL', value(true, { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'armed' }))
      .predicate,
  }
  assert.ok(holds(constant, facts({}, { attributes: { armed: true } })))
  assert.ok(!holds(constant, facts({})), 'a constant has no default')
})

test('what a rule counts: repeats one after the other, durations by the time of the data', () => {
  const hot = [filter('NUMERIC', 'GREATER', value(10))]
  const repeating = rule(hot, { type: 'REPEATING', predicate: value(2) })
  const counters = newCounters()
  assert.deepEqual(
    [20, 20, 20, 1].map((k) => evaluate(repeating, facts({ k }), counters)),
    ['NOT_YET', 'TRUE', 'TRUE', 'FALSE'],
  )
  const lasting = rule(hot, { type: 'DURATION', unit: 'SECONDS', predicate: value(2) })
  const run = newCounters()
  assert.deepEqual(
    [1000, 2000, 1500, 3000, 3001].map((ts) => evaluate(lasting, facts({ k: 20 }, { ts }), run)),
    ['NOT_YET', 'NOT_YET', 'NOT_YET', 'NOT_YET', 'TRUE'],
    'an old stamp counts nothing',
  )
  const waiting = newCounters()
  assert.equal(evaluateByClock(lasting, facts({}, { ts: 9_000 }), waiting), 'NOT_YET', 'it never held')
  evaluate(lasting, facts({ k: 20 }, { ts: 1000 }), waiting)
  assert.equal(evaluateByClock(lasting, facts({}, { ts: 3000 }), waiting), 'NOT_YET')
  assert.equal(evaluateByClock(lasting, facts({}, { ts: 3001 }), waiting), 'TRUE')
  const counted = rule(hot, {
    type: 'REPEATING',
    predicate: value(5, { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'times' }),
  })
  assert.equal(evaluate(counted, facts({ k: 20 }, { attributes: { times: 1 } }), newCounters()), 'TRUE')
  assert.throws(() => evaluate(counted, facts({ k: 20 }, { attributes: { times: 'often' } }), newCounters()), /times/)
})

test('schedules hold by the clock of their zone, round midnight too', () => {
  // Sunday, 12:26:40 UTC.
  const ts = 1_600_000_000_000
  const hour = 3_600_000
  const at = (schedule: unknown, when = ts) => {
    const { schedule: read } = rule([filter('NUMERIC', 'GREATER', value(1))], { type: 'SIMPLE' }, schedule)
    return read === null || holdsAt(read, when)
  }
  const specific = (daysOfWeek: number[], startsOn: number, endsOn: number, timezone = 'UTC') => ({
    type: 'SPECIFIC_TIME',
    timezone,
    daysOfWeek,
    startsOn: startsOn * hour,
    endsOn: endsOn * hour,
  })
  assert.ok(at({ type: 'ANY_TIME' }))
  assert.ok(at(specific([7], 12, 13)))
  assert.ok(!at(specific([1], 0, 24)))
  assert.ok(!at(specific([7], 13, 14)))
  assert.ok(at(specific([7], 12, 1)))
  assert.ok(at(specific([7], 0, 0)), 'an end at 0 is the midnight after')
  assert.ok(at(specific([7], 22, 13)), 'before its end, of the day on which it is asked')
  assert.ok(!at(specific([7], 12, 13, 'Asia/Tokyo')))
  assert.ok(at(specific([7], 21, 22, 'Asia/Tokyo')))
  const custom = (enabled: boolean) => ({
    type: 'CUSTOM',
    timezone: 'UTC',
    items: [{ enabled, dayOfWeek: 7, startsOn: 12 * hour, endsOn: 13 * hour }],
  })
  assert.ok(at(custom(true)))
  assert.ok(!at(custom(false)))
  assert.ok(!at(custom(true), ts + hour))
  // The hour skipped at the start of daylight saving time is in no window.
  const spring = Date.UTC(2024, 2, 31, 1, 30)
  assert.ok(!at(specific([7], 2, 3, 'Europe/Berlin'), spring))
  assert.ok(at(specific([7], 3, 4, 'Europe/Berlin'), spring))
})

test('what is malformed is left out and named; the other rules work', () => {
  const good = { condition: { condition: [filter('NUMERIC', 'GREATER', value(1))], spec: { type: 'SIMPLE' } } }
  const broken: readonly (readonly [unknown, string])[] = [
    [{ condition: { condition: [] } }, 'no condition'],
    [{ condition: { condition: [{ predicate: {} }] } }, 'no key'],
    [{ condition: { condition: [{ ...filter('NUMERIC', 'NEAR', value(1)) }] } }, 'NEAR'],
    [{ condition: { ...good.condition, spec: { type: 'DURATION', unit: 'YEARS' } } }, 'YEARS'],
    [{ ...good, schedule: { type: 'SPECIFIC_TIME', timezone: 'Mars/Base', daysOfWeek: [1] } }, 'Mars/Base'],
  ]
  for (const [bad, word] of broken) {
    const rules = profileRulesOf([{ id: 'a', alarmType: 'Hot', createRules: { CRITICAL: bad, WARNING: good } }])
    assert.equal(rules?.faults.length, 1, word)
    assert.ok(rules.faults[0]?.includes(word) && rules.faults[0].includes('Hot'), rules.faults[0])
    assert.deepEqual(
      rules.alarms[0]?.createRules.map(({ severity }) => severity),
      ['WARNING'],
    )
  }
  assert.equal(profileRulesOf([{ createRules: {} }, 5])?.faults.length, 2)
  for (const none of [null, undefined, [], {}]) assert.equal(profileRulesOf(none), null)
})

test('the cause names what held: values, limits, how long and how often', () => {
  const limit = value(100, { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'limit' })
  const given = facts({ k: '93.5', mode: 'x'.repeat(300) }, { ts: 7, attributes: { limit: 80, on: 1 } })
  const two = rule(
    [
      filter('NUMERIC', 'GREATER', limit),
      { ...filter('STRING', 'STARTS_WITH', value('x')), key: { type: 'TIME_SERIES', key: 'mode' } },
      { ...filter('BOOLEAN', 'NOT_EQUAL', value(false)), key: { type: 'ATTRIBUTE', key: 'on' } },
    ],
    { type: 'DURATION', unit: 'MINUTES', predicate: value(5) },
  )
  assert.deepEqual(causeOf(two, given), {
    ts: 7,
    comparisons: [
      { keyType: 'TIME_SERIES', key: 'k', value: 93.5, operation: 'GREATER', limit: 80 },
      { keyType: 'TIME_SERIES', key: 'mode', value: `${'x'.repeat(254)}…`, operation: 'STARTS_WITH', limit: 'x' },
      { keyType: 'ATTRIBUTE', key: 'on', value: true, operation: 'NOT_EQUAL', limit: false },
    ],
    durationMs: 300_000,
    eventCount: null,
  })
  const either = filter('COMPLEX', 'OR', null, {
    predicates: [filter('NUMERIC', 'LESS', value(0)).predicate, filter('NUMERIC', 'GREATER', value(10)).predicate],
  })
  const repeating = rule([either], { type: 'REPEATING', predicate: value(3) })
  const { comparisons, eventCount } = causeOf(repeating, facts({ k: 11 }))
  assert.deepEqual(
    comparisons.map(({ operation, limit }) => [operation, limit]),
    [['GREATER', 10]],
  )
  assert.equal(eventCount, 3)
  const many = rule(Array.from({ length: 12 }, () => filter('NUMERIC', 'GREATER', value(1))))
  assert.equal(causeOf(many, facts({ k: 2 })).comparisons.length, 10)
})
