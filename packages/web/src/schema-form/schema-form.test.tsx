import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { englishTexts, renderPage } from '../testing/render-page.tsx'
import { isShown } from './schema-condition.ts'
import { schemaErrors } from './schema-errors.ts'
import { SchemaForm } from './schema-form.tsx'
import { groupsOf, type JsonFormData, type SchemaNode, sanitised, withValue } from './schema-model.ts'

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
  expect(withValue({ axis: { unit: 'bar' }, max: 1 }, ['axis', 'unit'], '')).toEqual({ axis: {}, max: 1 })
  expect(withValue({ labels: [{ text: 'a' }, { text: 'b' }] }, ['labels', 1, 'text'], 'c')).toEqual({
    labels: [{ text: 'a' }, { text: 'c' }],
  })
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
  // Unsupported expressions count as true.
  ['fetch("/x")', true],
  ['model.a ? 1 : 0', true],
])('condition %s is %s', (condition, shown) => {
  const model = { a: true, b: { c: 'x' }, n: 3, list: [{ on: true }, { on: false }] }
  expect(isShown(condition, { model, arrayIndices: [1] })).toBe(shown)
})

const data: JsonFormData = {
  schema,
  form: ['title', 'showLegend', { key: 'position', condition: 'model.showLegend === true' }, 'labels'],
}

function Host({ reported }: { reported: (value: unknown, isValid: boolean) => void }) {
  const [value, setValue] = useState<unknown>({})
  return (
    <SchemaForm
      data={data}
      value={value}
      onChange={(next, isValid) => {
        reported(next, isValid)
        setValue(next)
      }}
    />
  )
}

test('tells the defaults at once, and each change with whether it is valid', async () => {
  const reported = vi.fn<(value: unknown, isValid: boolean) => void>()
  await renderPage(<Host reported={reported} />, { client: {} })
  expect(reported.mock.lastCall).toEqual([{ max: 100, showLegend: false, position: 'bottom', axis: {} }, false])
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Level' } })
  expect(reported.mock.lastCall?.[1]).toBe(true)
  expect(screen.queryByLabelText(/^Position/)).toBeNull()
  fireEvent.click(screen.getByLabelText('Show legend'))
  expect(screen.getByLabelText(/^Position/)).toBeTruthy()
  fireEvent.click(screen.getByText('Add'))
  expect(reported.mock.lastCall?.[0]).toMatchObject({ labels: [{ text: 'new' }] })
  fireEvent.click(screen.getByLabelText('Remove Labels 1'))
  expect(reported.mock.lastCall?.[0]).toMatchObject({ labels: [] })
})
