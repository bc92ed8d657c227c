import type { AlarmRule, ProfileAlarm } from '@sonde/model/device-profiles/alarm-rule'
import { expect, test } from 'vitest'
import { ruleTextsOf } from '../../alarms/rule-texts.ts'
import { englishTexts } from '../../testing/render-page.tsx'
import { formatFor } from '../../ui/format/format.ts'
import { type AlarmDraft, emptyAlarm, emptyCondition, emptyPredicate, emptyRule } from './alarm-rule-draft.ts'
import { alarmErrors } from './alarm-rule-errors.ts'
import { draftOfAlarms, wireOfAlarms } from './alarm-rule-input.ts'
import { sentenceCondition, suggestedClear, suggestedType } from './rule-suggestions.ts'
import { dayTimeText, momentText, msOfDayTime, msOfMoment } from './rule-times.ts'
import { ruleWords } from './rule-words.ts'

const { t } = englishTexts().current
const texts = ruleTextsOf(t, formatFor('en-US', 'UTC', 'en'), (key) =>
  key === 'steam' ? { key, name: 'Steam pressure', unit: 'bar' } : undefined,
)

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
  expect(Object.values(alarmErrors(drafts, t)).filter(Boolean)).toEqual([])
  // Drafts of the same rules are equal, which is how the form detects that nothing changed.
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
const fieldErrorsOf = (draft: AlarmDraft) =>
  Object.values(alarmErrors([draft], t)).filter((fieldError): fieldError is string => fieldError !== undefined)

test('a new rule says what it lacks', () => {
  expect(fieldErrorsOf(emptyAlarm('1', 'UTC'))).toEqual([
    'Enter an alarm type, such as High temperature.',
    'Enter a key.',
    'Enter a number.',
  ])
  expect(fieldErrorsOf({ ...emptyAlarm('1', 'UTC'), type: 'x', rules: [] })).toEqual([
    'Add at least one rule that raises the alarm.',
  ])
  expect(fieldErrorsOf(withRule({ conditions: [] }))).toEqual(['Add at least one condition.'])
  const twins = [emptyAlarm('1', 'UTC'), emptyAlarm('2', 'UTC')].map((one) => ({ ...one, type: 'x' }))
  expect(Object.values(alarmErrors(twins, t))).toContain('This alarm type is already used.')
})

test.each([
  ['NUMERIC', 'warm', 'Enter a number.'],
  ['NUMERIC', '-1.5e3', undefined],
  ['STRING', '', 'Enter text.'],
  ['BOOLEAN', 'maybe', 'Choose true or false.'],
  ['DATE_TIME', '', 'Enter a date and time.'],
  ['DATE_TIME', '2026-01-01T10:00', undefined],
] as const)('a value of the type %s: %j', (valueType, value, fieldError) => {
  const predicate = { ...emptyPredicate(valueType), value }
  const conditions = [{ ...emptyCondition(), name: 'k', valueType, predicate }]
  expect(fieldErrorsOf(withRule({ conditions }))).toEqual(fieldError ? [fieldError] : [])
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
  expect(fieldErrorsOf(withRule(rule)).length === 0).toBe(isRight)
})

test('schedules need a zone, a day and times; attributes need a name', () => {
  const { schedule, spec } = emptyRule('UTC')
  const specific = { ...schedule, type: 'SPECIFIC_TIME', timezone: '', days: [], endsOn: '' } as const
  expect(fieldErrorsOf(withRule({ conditions: [condition], schedule: specific }))).toEqual([
    'Choose a time zone.',
    'Choose at least one day.',
    'Enter a time.',
  ])
  const items = schedule.items.map((item, at) => ({ ...item, enabled: at === 0, startsOn: '' }))
  expect(
    fieldErrorsOf(withRule({ conditions: [condition], schedule: { ...schedule, type: 'CUSTOM', items } })),
  ).toEqual(['Enter a time.'])
  const dynamic = { ...spec, type: 'DURATION', value: '5', source: 'CURRENT_TENANT' } as const
  expect(fieldErrorsOf(withRule({ conditions: [condition], spec: dynamic }))).toEqual(['Enter an attribute key.'])
})

test('a closed card says what its rule does', () => {
  const [draft] = draftOfAlarms([alarm], 'UTC')
  const [critical] = draft?.rules ?? []
  expect(critical && ruleWords(critical.rule, texts)).toBe(
    'temperature is greater than threshold of the device and mode starts with “auto” for 2 h at set times',
  )
  expect(draft?.clear && ruleWords(draft.clear, texts)).toBe(
    '(25 is less than 1.5 or 25 is 7) times of the tenant times in a row by weekday',
  )
})

test('a new alarm gets the name of its rule, and the opposite of its least severe rule clears it', () => {
  const filled = (severity: 'CRITICAL' | 'MINOR', value: string, operation = 'GREATER') => ({
    key: severity,
    severity,
    rule: {
      ...emptyRule('UTC'),
      conditions: [
        { ...emptyCondition(), name: 'temperature', predicate: { ...emptyPredicate('NUMERIC'), operation, value } },
      ],
    },
  })
  const hot = { ...emptyAlarm('i', 'UTC'), rules: [filled('MINOR', '50'), filled('CRITICAL', '80')] }
  expect(suggestedType(hot, [], t)).toBe('High temperature')
  expect(suggestedType({ ...hot, rules: [filled('MINOR', '', 'LESS')] }, [], t)).toBe('Low temperature')
  expect(suggestedType(hot, [{ ...hot, type: 'High temperature ' }], t)).toBe('')
  expect(suggestedType(emptyAlarm('i', 'UTC'), [], t)).toBe('')
  const clear = suggestedClear(hot, 'UTC', t)
  expect(clear && ruleWords(clear, texts)).toBe('temperature is 50 or less')
  const ofSteam = { ...emptyCondition(), name: 'steam', predicate: { ...emptyPredicate('NUMERIC'), value: '5' } }
  expect(ruleWords({ ...emptyRule('UTC'), conditions: [ofSteam] }, texts)).toMatch(/^Steam pressure is .*5\u00a0bar/)
  expect(suggestedClear({ ...hot, rules: [filled('MINOR', '')] }, 'UTC', t)).toBeNull()
})

test('a rule is a sentence as long as one key is compared with one value', () => {
  const simple = { ...emptyRule('UTC'), spec: { ...emptyRule('UTC').spec, type: 'DURATION', value: '5' } } as const
  expect(sentenceCondition(simple)?.keyType).toBe('TIME_SERIES')
  expect(sentenceCondition({ ...simple, details: 'Hot' })).toBeNull()
  expect(sentenceCondition({ ...simple, conditions: [emptyCondition(), emptyCondition()] })).toBeNull()
  expect(sentenceCondition({ ...simple, spec: { ...simple.spec, source: 'CURRENT_TENANT' } })).toBeNull()
  expect(sentenceCondition({ ...simple, schedule: { ...simple.schedule, type: 'CUSTOM' } })).toBeNull()
})
