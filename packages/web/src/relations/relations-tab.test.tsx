import type { RelationInfo } from '@sonde/model/relations/relation'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import RelationsTab from './relations-tab.tsx'

// Room for all columns.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400))

const entity = { entityType: 'ASSET', id: 'hall' } as const
const device = (id: string) => ({ entityType: 'DEVICE', id }) as const

const relation = (name: string, type = 'Contains'): RelationInfo =>
  ({
    from: entity,
    to: device(name),
    type,
    typeGroup: 'COMMON',
    additionalInfo: null,
    fromName: null,
    toName: name,
  }) as RelationInfo

const entitiesFound = {
  data: ['Pump', 'Valve'].map((name) => ({
    entityId: device(name),
    latest: { ENTITY_FIELD: { name: { ts: 1, value: name } } },
  })),
}

async function show({ stored = [] as RelationInfo[], refuses = [] as string[], at = '/assets' } = {}) {
  let relations = stored
  const recorded = recordedRest(({ method, path, query, body }) => {
    if (path === '/api/relations/info') return query?.fromId ? relations : []
    if (method === 'DELETE') relations = relations.filter(({ to }) => to.id !== query?.toId)
    if (method === 'POST') {
      const { to, type } = body as RelationInfo
      if (refuses.includes(to.id)) throw new Error('You may not change it.')
      relations = [...relations.filter((one) => one.to.id !== to.id), { ...relation(to.id, type), ...(body as object) }]
    }
    return undefined
  })
  const entityQuery = { find: async () => entitiesFound }
  const view = await renderPage(<RelationsTab entity={entity} />, {
    client: { rest: recorded.rest, entityQuery },
    at,
  })
  return { ...recorded, ...view }
}

async function pick(dialog: ReturnType<typeof within>, names: readonly string[]) {
  fireEvent.click(dialog.getByRole('combobox', { name: 'Entities' }))
  for (const name of names) fireEvent.click(await dialog.findByRole('option', { name, hidden: true }))
}

async function type(dialog: ReturnType<typeof within>, text: string) {
  const field = dialog.getByRole('combobox', { name: 'Relation type' })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.click(await dialog.findByRole('option', { name: text, hidden: true }))
}

test('what is missing is told; then each target gets a relation, and what is refused can be tried again', async () => {
  const { of } = await show({ refuses: ['Valve'] })
  expect(await screen.findByText('No relations')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add relation' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/Additional info/), { target: { value: '[1' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
  for (const words of ['Enter a relation type.', 'Choose at least one entity.', /no valid JSON/]) {
    expect(dialog.getByText(words)).toBeTruthy()
  }
  expect(of('POST')).toEqual([])

  await type(dialog, 'Feeds')
  await pick(dialog, ['Pump', 'Valve'])
  fireEvent.change(dialog.getByLabelText(/Additional info/), { target: { value: '{"line": 2}' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await dialog.findByText('Valve: You may not change it.')).toBeTruthy()
  expect(of('POST').map(({ body }) => body)).toEqual(
    ['Pump', 'Valve'].map((id) => ({
      from: entity,
      to: device(id),
      type: 'Feeds',
      typeGroup: 'COMMON',
      additionalInfo: { line: 2 },
    })),
  )
  expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Valve'])
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Feeds' })).toBeTruthy()
})

test('a relation to this goes the other way', async () => {
  const { of } = await show({ at: '/assets?relations.side=TO' })
  await screen.findByText('Nothing is related to this yet.')
  fireEvent.click(screen.getByRole('button', { name: 'Add relation' }))
  const dialog = within(await screen.findByRole('dialog'))
  await type(dialog, 'Manages')
  await pick(dialog, ['Pump'])
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(of('POST')).toHaveLength(1))
  expect(of('POST')[0]?.body).toMatchObject({ from: device('Pump'), to: entity, additionalInfo: null })
})

test('additional info is changed, type and ends stay', async () => {
  const { of } = await show({ stored: [relation('Pump')] })
  fireEvent.click(await screen.findByRole('button', { name: 'Contains' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/Additional info/), { target: { value: '7' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Enter a JSON object, in braces.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/Additional info/), { target: { value: '{"a": true}' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Relation saved')).toBeTruthy()
  expect(of('POST')[0]?.body).toMatchObject({ type: 'Contains', to: device('Pump'), additionalInfo: { a: true } })
})

test('search and order are the page’s; one is deleted after a question, several by the bar', async () => {
  const { of } = await show({ stored: [relation('Pump'), relation('Valve', 'Manages'), relation('Motor')] })
  const namesShown = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => /Pump|Valve|Motor/.exec(row.textContent ?? '')?.[0])
  await screen.findByText('Valve')
  fireEvent.click(screen.getByRole('button', { name: 'To entity' }))
  await waitFor(() => expect(namesShown()).toEqual(['Motor', 'Pump', 'Valve']))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'manag' } })
  await waitFor(() => expect(namesShown()).toEqual(['Valve']))
  fireEvent.click(screen.getByRole('button', { name: 'More: Valve' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete relation', hidden: true }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete the relation to Valve?' }))
  fireEvent.click(question.getByRole('button', { name: 'Delete relation' }))
  expect(await screen.findByText('No relation matches “manag”')).toBeTruthy()
  expect(of('DELETE')[0]?.query).toMatchObject({ fromId: 'hall', toId: 'Valve', relationType: 'Manages' })

  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  for (const name of ['Motor', 'Pump']) fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const bulk = within(await screen.findByRole('alertdialog'))
  fireEvent.click(bulk.getByRole('button', { name: 'Delete 2 relations' }))
  expect(await screen.findByText('No relations')).toBeTruthy()
})
