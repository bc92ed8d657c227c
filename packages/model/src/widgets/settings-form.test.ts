import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsForm } from './settings-form.ts'
import { choice, color, flag, list, maybeNumber, noSettings, number, settingsOf, text } from './settings-schema.ts'

test('a form has the titles, defaults, units, bounds and help of its schema', () => {
  const schema = settingsOf({
    shown: flag('Shown', true, { description: 'Also on phones' }),
    back: number('Trend period', 60, { unit: 's', minimum: 1, maximum: 90 }),
    least: maybeNumber('Least'),
    label: text('Label'),
    tint: color('Color'),
    side: choice('Side', 'left', { left: 'Left', right: 'Right' }, { unlisted: ['middle'] }),
    axis: settingsOf({ title: text('Axis', 'Y'), hidden: flag(undefined, false) }),
    levels: list('Levels', text(undefined, '', { control: 'color' })),
  })
  assert.deepEqual(settingsForm(schema, 'Card'), {
    schema: {
      type: 'object',
      title: 'Card',
      properties: {
        shown: { title: 'Shown', type: 'boolean', default: true, description: 'Also on phones' },
        back: { title: 'Trend period (s)', type: 'number', default: 60, minimum: 1, maximum: 90 },
        least: { title: 'Least', type: 'number' },
        label: { title: 'Label', type: 'string' },
        tint: { title: 'Color', type: 'string' },
        side: { title: 'Side', type: 'string', default: 'left' },
        axis: { type: 'object', properties: { title: { title: 'Axis', type: 'string', default: 'Y' } } },
        levels: { title: 'Levels', type: 'array', items: { title: 'Levels', type: 'string' } },
      },
      required: [],
    },
    form: [
      'shown',
      'back',
      'least',
      'label',
      { key: 'tint', type: 'color' },
      {
        key: 'side',
        type: 'rc-select',
        multiple: false,
        items: [
          { value: 'left', label: 'Left' },
          { value: 'right', label: 'Right' },
        ],
      },
      'axis.title',
      { key: 'levels', items: [{ key: 'levels[]', type: 'color' }] },
    ],
  })
})

test('settings without a title are not offered; without any the form is empty', () => {
  const schema = settingsOf({ own: flag(undefined, false), axis: settingsOf({ min: maybeNumber() }) })
  const empty = { schema: { type: 'object', properties: {}, required: [] }, form: [] }
  assert.deepEqual(settingsForm(schema, 'Card'), empty)
  assert.deepEqual(settingsForm(noSettings, 'Card'), empty)
})

test('a preset starts the form; the title of the schema goes before the given one', () => {
  const { schema } = settingsForm(settingsOf({ from: number('From', 0) }, 'Column'), 'Table', { from: -60 })
  assert.deepEqual(schema, {
    type: 'object',
    title: 'Column',
    properties: { from: { title: 'From', type: 'number', default: -60 } },
    required: [],
  })
})

test('groups and conditions lay out the form; items of lists have fields of their own', () => {
  const schema = settingsOf({
    stack: flag('Stack', false),
    compare: flag('Compare', false, { group: 'Comparison' }),
    period: text('Period', '', { group: 'Comparison', condition: 'model.compare === true' }),
    limits: list('Limits', settingsOf({ at: number('At', 0), tint: color('Color') }), { group: 'Limits' }),
  })
  const { form, groupInfoes } = settingsForm(schema, 'Chart')
  assert.deepEqual(groupInfoes, [
    { formIndex: 0, GroupTitle: 'Chart' },
    { formIndex: 1, GroupTitle: 'Comparison' },
    { formIndex: 2, GroupTitle: 'Limits' },
  ])
  assert.deepEqual(form, [
    ['stack'],
    ['compare', { key: 'period', condition: 'model.compare === true' }],
    [{ key: 'limits', items: ['limits[].at', { key: 'limits[].tint', type: 'color' }] }],
  ])
})
