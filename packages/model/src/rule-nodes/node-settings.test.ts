import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  choice,
  count,
  flag,
  nodeSettings,
  noSettings,
  readSettings,
  reference,
  SettingsError,
  script,
  settingProblems,
  text,
  texts,
} from './node-settings.ts'

const settings = nodeSettings({
  on: flag({ title: 'On', initial: false, fallback: true }),
  seconds: count({ title: 'Seconds', unit: 's', initial: 5, minimum: 1, maximum: 10 }),
  key: text({ title: 'Key', initial: 'k' }),
  scope: choice({ title: 'Scope', options: ['A', 'B'], initial: 'A' }),
  names: texts({ title: 'Names', initial: ['x'] }),
  body: script({ title: 'Function', initial: 'return msg;' }),
  chain: reference('RULE_CHAIN', { title: 'Chain', choose: 'Choose a rule chain.' }),
})
const chain = '11111111-aaaa-1111-1111-111111111111'
const least = { names: [], body: 'return 1;', chain }
const problemOf = (change: object) => settingProblems(settings, { ...least, ...change })

test('a declaration says the configuration of a new node and the schema of its form', () => {
  assert.deepEqual(settings.initial, {
    on: false,
    seconds: 5,
    key: 'k',
    scope: 'A',
    names: ['x'],
    body: 'return msg;',
    chain: null,
  })
  assert.deepEqual(JSON.parse(JSON.stringify(settings.schema)), {
    type: 'object',
    required: ['names', 'body', 'chain'],
    properties: {
      on: { type: 'boolean', title: 'On', default: false, whenMissing: true },
      seconds: { type: 'integer', title: 'Seconds', unit: 's', minimum: 1, maximum: 10, default: 5 },
      key: { type: 'string', title: 'Key', default: 'k' },
      scope: { enum: ['A', 'B'], title: 'Scope', default: 'A' },
      names: { type: 'array', items: { type: 'string' }, title: 'Names', default: ['x'] },
      body: { type: 'string', title: 'Function', pattern: '\\S', language: 'javascript', default: 'return msg;' },
      chain: {
        type: 'string',
        title: 'Chain',
        pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
        format: 'uuid',
        entityType: 'RULE_CHAIN',
      },
    },
  })
})

test('what is missing, null or empty counts as its fallback; unknown keys do not count', () => {
  const expected = { on: true, seconds: 5, key: 'k', scope: 'A', names: [], body: 'return 1;', chain }
  assert.deepEqual(readSettings(settings, least), expected)
  const empty = { on: null, seconds: null, key: '', scope: '', more: 1, chain: chain.toUpperCase() }
  assert.deepEqual(readSettings(settings, { ...least, ...empty }), expected)
})

test('flags may be texts, as on the wire', () => {
  const on = (value: unknown) => readSettings(settings, { ...least, on: value }).on
  assert.deepEqual([true, 'true', 'TRUE', false, 'false', 'yes', 1].map(on), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('bounds hold on both sides', () => {
  for (const seconds of [1, 10]) assert.deepEqual(problemOf({ seconds }), [])
  const message = '"seconds" must be a whole number from 1 to 10.'
  for (const seconds of [0, 11, 1.5, '5']) assert.deepEqual(problemOf({ seconds }), [{ field: 'seconds', message }])
})

test('every problem names its field, and all are found at once', () => {
  const wrong = { key: 1, scope: 'C', names: [1], body: ' ', chain: 'x' }
  assert.deepEqual(problemOf(wrong), [
    { field: 'key', message: '"key" must be text.' },
    { field: 'scope', message: 'The scope "C" is unknown. Use A, B.' },
    { field: 'names', message: '"names" must be a list of texts.' },
    { field: 'body', message: 'The configuration has no script. Enter one in "body".' },
    { field: 'chain', message: 'Choose a rule chain.' },
  ])
  assert.deepEqual(
    settingProblems(settings, {}).map(({ field }) => field),
    ['names', 'body', 'chain'],
  )
  assert.throws(
    () => readSettings(settings, { ...least, key: 1 }),
    (error) => error instanceof SettingsError && error.field === 'key',
  )
})

test('a configuration is an object, unless there is nothing to set', () => {
  const problem = { field: null, message: 'The configuration must be a JSON object.' }
  for (const configuration of [null, 5, 'x', []]) {
    assert.deepEqual(settingProblems(settings, configuration), [problem])
    assert.deepEqual(settingProblems(noSettings, configuration), [])
  }
  assert.deepEqual(noSettings.initial, { version: 0 })
})
