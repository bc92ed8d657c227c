import type { AlarmRule, ProfileAlarm } from '@sonde/model/device-profiles/alarm-rule'
import { expect, test } from 'vitest'
import { englishTexts } from '../../../testing/render-page.tsx'
import { type AlarmDraft, emptyAlarm, emptyCondition, emptyPredicate, emptyRule } from './alarm-rule-draft.ts'
import { alarmFaults } from './alarm-rule-faults.ts'
import { draftOfAlarms, wireOfAlarms } from './alarm-rule-input.ts'
import { dayTimeText, momentText, msOfDayTime, msOfMoment } from './rule-times.ts'
import { ruleWords } from './rule-words.ts'

const { t } = englishTexts().current

const clearRule: AlarmRule = {
  condition: {
    condition: [
      {
        key: { type: 'CONSTANT', key: 'limit' },
        valueType: 'NUMERIC',
        value: 25,
        predicate: {
          type: 'COMPLEX',
          operation: 'OR',
          predicates: [
            { type: 'NUMERIC', operation: 'LESS', value: { defaultValue: 1.5, userValue: null, dynamicValue: null } },
            { type: 'NUMERIC', operation: 'EQUAL', value: { defaultValue: 7, userValue: null, dynamicValue: null } },
          ],
        },
      },
    ],
    spec: {
      type: 'REPEATING',
      predicate: {
        defaultValue: 3,
        userValue: null,
        dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute: 'times', inherit: false },
      },
    },
  },
  schedule: {
    type: 'CUSTOM',
    timezone: 'Europe/Kyiv',
    items: [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
      enabled: dayOfWeek < 6,
      dayOfWeek,
      startsOn: 28_800_000,
      endsOn: 61_205_000,
    })),
  },
  alarmDetails: 'Now it is cold',
  dashboardId: { entityType: 'DASHBOARD', id: 'd' },
}

const raise: AlarmRule = {
  condition: {
    condition: [
      {
        key: { type: 'TIME_SERIES', key: 'temperature' },
        valueType: 'NUMERIC',
        predicate: {
          type: 'NUMERIC',
          operation: 'GREATER',
          value: {
            defaultValue: 25,
            userValue: null,
            dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'threshold', inherit: true },
          },
        },
      },
      {
        key: { type: 'ATTRIBUTE', key: 'mode' },
        valueType: 'STRING',
        predicate: {
          type: 'STRING',
          operation: 'STARTS_WITH',
          value: { defaultValue: 'auto', userValue: null, dynamicValue: null },
          ignoreCase: true,
        },
      },
    ],
    spec: { type: 'DURATION', unit: 'HOURS', predicate: { defaultValue: 2, userValue: null, dynamicValue: null } },
  },
  schedule: { type: 'SPECIFIC_TIME', timezone: 'UTC', daysOfWeek: [6, 7], startsOn: 0, endsOn: 0 },
  alarmDetails: null,
  dashboardId: null,
}

const alarm: ProfileAlarm = {
  id: 'a',
  alarmType: 'High temperature',
  createRules: { CRITICAL: raise, MINOR: { ...raise, schedule: { type: 'ANY_TIME' } } },
  clearRule,
  propagate: true,
  propagateToOwner: false,
  propagateToTenant: true,
  propagateRelationTypes: ['Contains'],
}

test('every kind of rule reads as what was written', () => {
  const drafts = draftOfAlarms([alarm], 'UTC')
  expect(wireOfAlarms(drafts)).toEqual([alarm])
  expect(Object.values(alarmFaults(drafts, t)).filter(Boolean)).toEqual([])
  // Two readings are equal: that is how a form knows that nothing changed.
  expect(draftOfAlarms([alarm], 'UTC')).toEqual(drafts)
})

test('what older platforms left out is read as the plainest', () => {
  const [draft] = draftOfAlarms([{ id: 'a', alarmType: 'x', createRules: { MAJOR: { condition: {} } } }], 'Asia/Tokyo')
  expect(draft?.rules[0]?.rule).toMatchObject({ spec: { type: 'SIMPLE' }, schedule: { type: 'ANY_TIME' } })
  expect(draft?.rules[0]?.rule.schedule.timezone).toBe('Asia/Tokyo')
  expect(draftOfAlarms(null, 'UTC')).toEqual([])
})

test('times of a day and moments read as what was typed', () => {
  expect(dayTimeText(0)).toBe('00:00')
  expect(dayTimeText(61_205_000)).toBe('17:00:05')
  expect(msOfDayTime('08:30')).toBe(30_600_000)
  const now = Math.floor(1_700_000_000_000 / 60_000) * 60_000
  expect(msOfMoment(momentText(now))).toBe(now)
  expect(momentText(Number.NaN)).toBe('')
})

const withRule = (part: Partial<AlarmDraft['rules'][number]['rule']>): AlarmDraft => {
  const draft = emptyAlarm('1', 'UTC')
  const [rule] = draft.rules
  return rule ? { ...draft, type: 'x', rules: [{ ...rule, rule: { ...rule.rule, ...part } }] } : draft
}
const faultsOf = (draft: AlarmDraft) =>
  Object.values(alarmFaults([draft], t)).filter((fault): fault is string => fault !== undefined)

test('a new rule says what it lacks', () => {
  expect(faultsOf(emptyAlarm('1', 'UTC'))).toEqual([
    'Enter an alarm type, such as High temperature.',
    'Enter a key.',
    'Enter a number.',
  ])
  expect(faultsOf({ ...emptyAlarm('1', 'UTC'), type: 'x', rules: [] })).toEqual([
    'Add at least one rule that raises the alarm.',
  ])
  expect(faultsOf(withRule({ conditions: [] }))).toEqual(['Add at least one condition.'])
  const twins = [emptyAlarm('1', 'UTC'), emptyAlarm('2', 'UTC')].map((one) => ({ ...one, type: 'x' }))
  expect(Object.values(alarmFaults(twins, t))).toContain('Another alarm rule has this type.')
})

test.each([
  ['NUMERIC', 'warm', 'Enter a number.'],
  ['NUMERIC', '-1.5e3', undefined],
  ['STRING', '', 'Enter a text.'],
  ['BOOLEAN', 'maybe', 'Choose true or false.'],
  ['DATE_TIME', '', 'Enter a date and a time.'],
  ['DATE_TIME', '2026-01-01T10:00', undefined],
] as const)('a value of the type %s: %j', (valueType, value, fault) => {
  const predicate = { ...emptyPredicate(valueType), value }
  const conditions = [{ ...emptyCondition(), name: 'k', valueType, predicate }]
  expect(faultsOf(withRule({ conditions }))).toEqual(fault ? [fault] : [])
})

const condition = { ...emptyCondition(), name: 'k', predicate: { ...emptyPredicate('NUMERIC'), value: '1' } }

test.each([
  ['0', false],
  ['1', true],
  ['2147483647', true],
  ['2147483648', false],
  ['1.5', false],
])('%s repeats: %s', (value, isRight) => {
  const { spec } = emptyRule('UTC')
  const rule = { conditions: [condition], spec: { ...spec, type: 'REPEATING', value } as const }
  expect(faultsOf(withRule(rule)).length === 0).toBe(isRight)
})

test('schedules need a zone, a day and times; attributes need a name', () => {
  const { schedule, spec } = emptyRule('UTC')
  const specific = { ...schedule, type: 'SPECIFIC_TIME', timezone: '', days: [], endsOn: '' } as const
  expect(faultsOf(withRule({ conditions: [condition], schedule: specific }))).toEqual([
    'Choose a time zone.',
    'Choose at least one day.',
    'Enter a time.',
  ])
  const items = schedule.items.map((item, at) => ({ ...item, enabled: at === 0, startsOn: '' }))
  expect(faultsOf(withRule({ conditions: [condition], schedule: { ...schedule, type: 'CUSTOM', items } }))).toEqual([
    'Enter a time.',
  ])
  const dynamic = { ...spec, type: 'DURATION', value: '5', source: 'CURRENT_TENANT' } as const
  expect(faultsOf(withRule({ conditions: [condition], spec: dynamic }))).toEqual(['Enter the name of the attribute.'])
})

test('a closed card says what its rule does', () => {
  const [draft] = draftOfAlarms([alarm], 'UTC')
  const [critical] = draft?.rules ?? []
  expect(critical && ruleWords(critical.rule, t)).toBe(
    'temperature > threshold of the device and mode starts with “auto” for 2 hours at set times',
  )
  expect(draft?.clear && ruleWords(draft.clear, t)).toBe(
    '(25 < 1.5 or 25 = 7) times of the tenant times in a row by weekday',
  )
})
