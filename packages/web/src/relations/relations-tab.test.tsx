import type { RelationInfo } from '@sonde/model/relations/relation'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import RelationsTab from './relations-tab.tsx'

// Wide enough for all columns.
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

async function show({
  stored = [] as RelationInfo[],
  storedTo = [] as RelationInfo[],
  rejects = [] as string[],
  at = '/assets',
} = {}) {
  let relations = stored
  const recorded = recordedRest(({ method, path, query, body }) => {
    if (path === '/api/relations/info') return query?.fromId ? relations : storedTo
    if (method === 'DELETE') relations = relations.filter(({ to }) => to.id !== query?.toId)
    if (method === 'POST') {
      const { to, type } = body as RelationInfo
      if (rejects.includes(to.id)) throw new Error('You may not change it.')
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

type Dialog = ReturnType<typeof within>

async function addDialog(): Promise<Dialog> {
  fireEvent.click(screen.getByText('Add relation'))
  return within(await screen.findByRole('dialog'))
}

async function pick(dialog: Dialog, names: readonly string[]) {
  for (const name of names) {
    fireEvent.click(dialog.getByLabelText('Entities', { selector: 'input' }))
    fireEvent.click(await dialog.findByText(name, { selector: '.sd-menu-label' }))
  }
}

async function type(dialog: Dialog, text: string) {
  fireEvent.change(dialog.getByLabelText('Relation type', { selector: 'input' }), { target: { value: text } })
  fireEvent.click(await dialog.findByText(text, { selector: '.sd-menu-label' }))
}

test('what is missing is told at its field', async () => {
  const { of } = await show()
  await screen.findByText('No relations')
  const dialog = await addDialog()
  fireEvent.change(dialog.getByLabelText(/Additional info/), { target: { value: '[1' } })
  fireEvent.click(dialog.getByText('Add'))
  for (const words of ['Enter a relation type.', 'Choose at least one entity.', /Invalid JSON/]) {
    expect(dialog.getByText(words)).toBeTruthy()
  }
  expect(of('POST')).toEqual([])
})

test('each target gets a relation; what is refused stays to be tried again', async () => {
  const { of } = await show({ rejects: ['Valve'] })
  await screen.findByText('No relations')
  const dialog = await addDialog()
  await type(dialog, 'Feeds')
  await pick(dialog, ['Pump', 'Valve'])
  fireEvent.change(dialog.getByLabelText(/Additional info/), { target: { value: '{"line": 2}' } })
  fireEvent.click(dialog.getByText('Add'))
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
  expect(dialog.getByLabelText('Remove Valve')).toBeTruthy()
  expect(dialog.queryByLabelText('Remove Pump')).toBeNull()
  fireEvent.click(dialog.getByText('Cancel'))
  expect(await screen.findByText('Feeds')).toBeTruthy()
})

test('a relation to this goes the other way', async () => {
  const { of } = await show({ at: '/assets?relations.side=TO' })
  await screen.findByText('No entity is related to this yet.')
  const dialog = await addDialog()
  await type(dialog, 'Manages')
  await pick(dialog, ['Pump'])
  fireEvent.click(dialog.getByText('Add'))
  await waitFor(() => expect(of('POST')).toHaveLength(1))
  expect(of('POST')[0]?.body).toMatchObject({ from: device('Pump'), to: entity, additionalInfo: null })
})

test('additional info is changed, type and ends stay', async () => {
  const { of } = await show({ stored: [relation('Pump')] })
  fireEvent.click(await screen.findByText('Contains'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/Additional info/), { target: { value: '7' } })
  fireEvent.click(dialog.getByText('Save'))
  expect(dialog.getByText('Enter a JSON object.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/Additional info/), { target: { value: '{"a": true}' } })
  fireEvent.click(dialog.getByText('Save'))
  expect(await screen.findByText('Relation saved')).toBeTruthy()
  expect(of('POST')[0]?.body).toMatchObject({ type: 'Contains', to: device('Pump'), additionalInfo: { a: true } })
})

const three = [relation('Pump'), relation('Valve', 'Manages'), relation('Motor')]

test('search and order are the page’s', async () => {
  await show({ stored: three })
  const namesShown = () => screen.getAllByText(/^(Pump|Valve|Motor)$/).map((one) => one.textContent)
  await screen.findByText('Valve')
  fireEvent.click(screen.getByText('To entity'))
  await waitFor(() => expect(namesShown()).toEqual(['Motor', 'Pump', 'Valve']))
  fireEvent.change(screen.getByLabelText('Search relations'), { target: { value: 'manag' } })
  await waitFor(() => expect(namesShown()).toEqual(['Valve']))
})

test('one is deleted after a question', async () => {
  const { of } = await show({ stored: three })
  await screen.findByText('Valve')
  fireEvent.click(screen.getByLabelText('More: Valve'))
  fireEvent.click(screen.getByText('Delete relation'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Delete the relation to Valve?')).toBeTruthy()
  fireEvent.click(question.getByText('Delete relation'))
  await waitFor(() => expect(screen.queryByText('Valve')).toBeNull())
  expect(of('DELETE')[0]?.query).toMatchObject({ fromId: 'hall', toId: 'Valve', relationType: 'Manages' })
})

test('several are deleted by the bar', async () => {
  const { of } = await show({ stored: three })
  await screen.findByText('Valve')
  for (const name of ['Motor', 'Pump']) fireEvent.click(screen.getByLabelText(`Select ${name}`))
  fireEvent.click(screen.getByText('Delete'))
  fireEvent.click(await screen.findByText('Delete 2 relations'))
  await waitFor(() => expect(screen.queryByText('Pump')).toBeNull())
  expect(of('DELETE').map(({ query }) => query?.toId)).toEqual(['Motor', 'Pump'])
})

test('both directions show how many relations they have', async () => {
  await show({ stored: [relation('Pump'), relation('Valve')] })
  expect(await screen.findByRole('radio', { name: /^From this\s*2$/ })).toBeTruthy()
  expect(await screen.findByRole('radio', { name: /^To this\s*0$/ })).toBeTruthy()
})

const relationTo = (name: string): RelationInfo => ({
  ...relation(name),
  from: device(name),
  to: entity,
  fromName: name,
  toName: null,
})

test('the direction that has relations opens first; the other one is a press away', async () => {
  await show({ storedTo: [relationTo('Pump')] })
  expect(await screen.findByText('Pump')).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^To this\s*1$/, checked: true })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /^From this\s*0$/ }))
  expect(
    await screen.findByText('Add relations to what this contains or manages. Rules and dashboards follow them.'),
  ).toBeTruthy()
})
