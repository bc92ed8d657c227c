import { fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { englishTexts, renderPage } from '../testing/render-page.tsx'
import { readForm } from './read-form.ts'
import { isShown } from './schema-condition.ts'
import { schemaErrors } from './schema-errors.ts'
import { SchemaForm } from './schema-form.tsx'
import { groupsOf, type JsonFormData, type Path, type SchemaNode, sanitised, withEdited } from './schema-model.ts'

const { t } = englishTexts()

const schema: SchemaNode = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { title: 'Title', type: 'string', maxLength: 10 },
    max: { title: 'Maximum', type: 'number', default: 100, minimum: 0, exclusiveMinimum: true },
    showLegend: { title: 'Show legend', type: 'boolean', default: false },
    position: { title: 'Position', type: 'string', enum: ['top', 'bottom'], default: 'bottom' },
    labels: {
      title: 'Labels',
      type: 'array',
      items: { type: 'object', properties: { text: { title: 'Text', type: 'string', default: 'new' } } },
    },
    axis: { title: 'Axis', type: 'object', properties: { unit: { title: 'Unit', type: 'string' } } },
  },
}

test('every type has its field; without a layout all are drawn', () => {
  const kinds = groupsOf({ schema })[0]?.fields.map(({ kind, label }) => `${label}: ${kind}`)
  expect(kinds).toEqual([
    'Title: text',
    'Maximum: number',
    'Show legend: checkbox',
    'Position: select',
    'Labels: array',
    'Axis: fieldset',
  ])
})

test('a layout gives order, kinds, groups and fields within arrays; keys that nobody knows are left out', () => {
  const data: JsonFormData = {
    schema,
    form: [
      ['title', { key: 'position', type: 'rc-select', items: [{ value: 'top', label: 'Greater than' }] }],
      ['labels[].text', { key: 'labels', items: [{ key: 'labels[].text', type: 'color' }] }, 'nothing'],
    ],
    groupInfoes: [
      { formIndex: 0, GroupTitle: 'General' },
      { formIndex: 1, GroupTitle: 'Labels' },
    ],
  }
  const [general, labels] = groupsOf(data)
  expect([general?.title, general?.fields.map(({ kind }) => kind)]).toEqual(['General', ['text', 'select']])
  expect(general?.fields[1]?.choices).toEqual([{ value: 'top', label: 'Greater than' }])
  const array = labels?.fields.find(({ kind }) => kind === 'array')
  expect(array?.fields.map(({ kind, path }) => [kind, path])).toEqual([['color', ['text']]])
})

test('defaults stand where nothing is set, an empty text is unset, numbers written as text are numbers', () => {
  expect(sanitised(schema, { max: '20', labels: [{}] })).toEqual({
    max: 20,
    showLegend: false,
    position: 'bottom',
    labels: [{ text: 'new' }],
    axis: {},
  })
})

test('an edit changes its own path only: no defaults are written, unknown members stay, and a no-op is the same', () => {
  const value = { axis: { unit: 'bar', own: 1 }, max: 1, unknown: true }
  expect(withEdited(value, {}, ['axis', 'unit'], '')).toEqual({ axis: { own: 1 }, max: 1, unknown: true })
  expect(withEdited(value, {}, ['max'], 1)).toBe(value)
  expect(withEdited(value, {}, ['missing', 'deep'], '')).toBe(value)
  expect(withEdited({ labels: [{ text: 'a' }, { text: 'b' }] }, {}, ['labels', 1, 'text'], 'c')).toEqual({
    labels: [{ text: 'a' }, { text: 'c' }],
  })
  // The first edit of a list that shows its default, and of a value that isn't an object.
  expect(withEdited({ other: 1 }, { labels: ['a', 'b'] }, ['labels', 1], 'c')).toEqual({ other: 1, labels: ['a', 'c'] })
  expect(withEdited({ axis: 'text' }, {}, ['axis', 'unit'], 'bar')).toEqual({ axis: { unit: 'bar' } })
})

test('the schema is the rule of what is valid', () => {
  const fieldErrors = (model: object) => Object.fromEntries(schemaErrors(schema, model, t))
  expect(fieldErrors({ title: 'x', max: 1 })).toEqual({})
  expect(fieldErrors({ max: 0 })).toEqual({ title: 'Enter a value.', max: 'Enter a number above 0.' })
  expect(fieldErrors({ title: 'x'.repeat(11), max: 'y', position: 'left' })).toEqual({
    title: 'Use at most 10 characters (now 11).',
    max: 'Enter a number.',
    position: 'Choose one of the options.',
  })
})

test.each([
  ['model.a === true', true],
  ['model.a !== true', false],
  ["model.b.c == 'x' && (model.n > 2 || !model.a)", true],
  ['model.list[arrayIndices[0]].on', false],
  ['model.constructor', false],
  ['model.missing === undefined', true],
  ["['x', 'y'].includes(model.b.c)", true],
  ['model.list.indexOf(3) > -1 || model.list.length > 5', false],
  ['return model.list[arrayIndices].on;', false],
  ['model.list[index - 1].on', true],
  ["typeof model.n === 'string'", false],
  ['model.a ? model.n < 3 : true', false],
  ['model.missing?.deep', false],
  // Unsupported expressions count as true.
  ['fetch("/x")', true],
  ['model.list.some((one) => one.off)', true],
])('condition %s is %s', (condition, shown) => {
  const model = { a: true, b: { c: 'x' }, n: 3, list: [{ on: true }, { on: false }] }
  expect(isShown(condition, { model, arrayIndices: [1] })).toBe(shown)
})

const data: JsonFormData = {
  schema,
  form: ['title', 'max', 'showLegend', { key: 'position', condition: 'model.showLegend === true' }, 'labels'],
}

function Host({ reported, initial }: { reported: (value: unknown, path: Path) => void; initial: unknown }) {
  const [value, setValue] = useState(initial)
  return (
    <SchemaForm
      data={data}
      value={value}
      onChange={(next, path) => {
        reported(next, path)
        setValue(next)
      }}
    />
  )
}

test('shows defaults without storing them; stores what is edited, if it is valid', async () => {
  const reported = vi.fn<(value: unknown, path: Path) => void>()
  await renderPage(<Host reported={reported} initial={{ unknown: 1 }} />, { client: {} })
  const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
  const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
  expect(field(/^Maximum/).value).toBe('100')
  expect(reported).not.toHaveBeenCalled()

  type(/^Title/, 'Level')
  expect(reported.mock.lastCall).toEqual([{ unknown: 1, title: 'Level' }, ['title']])
  type(/^Title/, 'Level of the tank')
  screen.getByText('Use at most 10 characters (now 17).')
  expect(field(/^Title/).value).toBe('Level of the tank')
  type(/^Maximum/, '-')
  screen.getByText('Enter a number.')
  expect(reported).toHaveBeenCalledTimes(1)
  type(/^Maximum/, '1.50')
  expect(reported.mock.lastCall).toEqual([{ unknown: 1, title: 'Level', max: 1.5 }, ['max']])
  expect(field(/^Maximum/).value).toBe('1.50')
  // A cleared field stays empty and says which default applies.
  type(/^Maximum/, '')
  expect(reported.mock.lastCall?.[0]).toEqual({ unknown: 1, title: 'Level' })
  expect([field(/^Maximum/).value, field(/^Maximum/).placeholder]).toEqual(['', '100'])

  expect(screen.queryByLabelText(/^Position/)).toBeNull()
  fireEvent.click(screen.getByLabelText('Show legend'))
  expect(screen.getByLabelText(/^Position/)).toBeTruthy()
  fireEvent.click(screen.getByText('Add'))
  fireEvent.click(screen.getByText('Add'))
  type(/^Maximum/, '2')
  fireEvent.change(screen.getAllByLabelText('Text')[1] as HTMLElement, { target: { value: 'b' } })
  fireEvent.click(screen.getByLabelText('Move Labels 2 up'))
  expect(reported.mock.lastCall?.[0]).toMatchObject({ max: 2, labels: [{ text: 'b' }, { text: 'new' }] })
  fireEvent.click(screen.getByLabelText('Remove Labels 1'))
  expect(reported.mock.lastCall?.[0]).toMatchObject({ labels: [{ text: 'new' }] })
})

test('a schema of any shape is read: what is no schema is said, and no part of a wrong type breaks the form', () => {
  for (const none of [undefined, null, '', '{}', { schema: { properties: {} }, form: [] }])
    expect(readForm(none).kind).toBe('none')
  for (const broken of ['{', 7, [], { form: ['a'] }]) expect(readForm(broken).kind).toBe('broken')
  fc.assert(
    fc.property(anySchema, fc.jsonValue(), fc.jsonValue(), (schema, form, value) => {
      for (const json of [{ schema, form, groupInfoes: form }, JSON.stringify({ schema, form: [[form], form] })]) {
        const read = readForm(json)
        if (read.kind !== 'form') continue
        const model = sanitised(read.data.schema, value)
        schemaErrors(read.data.schema, model, t)
        for (const { fields } of groupsOf(read.data))
          for (const field of fields) expect(field.label).toBeTypeOf('string')
      }
    }),
  )
})

const names = ['type', 'title', 'properties', 'items', 'required', 'enum', 'default', 'a', '__proto__', 'constructor']
const { anySchema } = fc.letrec((tie) => ({
  anySchema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown[]>('string', 'object', 'array', 'number', ['string', 'null'], null, 3, true),
    fc.dictionary(fc.constantFrom(...names), tie('anySchema')),
  ),
}))
