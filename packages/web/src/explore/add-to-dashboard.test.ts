import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { expect, test } from 'vitest'
import type { Client } from '../session/page-client.ts'
import { addToDashboard, undoAdd } from './add-to-dashboard.ts'

const chart = {
  title: 'Level',
  timewindow: defaultTimeWindow(1),
  series: [{ entity: { entityType: 'DEVICE' as const, id: 'a' }, entityName: 'Tank', key: 'level', settings: {} }],
}

/** Fake server with one stored dashboard. */
function store(configuration: unknown) {
  const stored = {
    id: { entityType: 'DASHBOARD', id: 'd' },
    title: 'Plant',
    image: 'i',
    mobileHide: true,
    mobileOrder: 3,
  }
  const deleted: string[] = []
  const state = { configuration }
  const client = {
    dashboards: {
      get: async () => ({ ...stored, ...state }),
      save: async (input: { title: string; configuration: unknown }) => {
        state.configuration = input.configuration
        return { ...stored, ...input }
      },
      delete: async (id: string) => void deleted.push(id),
    },
  } as unknown as Client
  return { client, state, deleted }
}

const widgetsOf = (configuration: unknown) => Object.keys((configuration as { widgets: object }).widgets)

test('the chart joins what is stored, and undo leaves what others added since', async () => {
  const { client, state } = store({ widgets: { old: {} }, states: { default: { root: true } } })
  const added = await addToDashboard(client, { kind: 'existing', id: 'd' }, [chart])
  expect(added).toMatchObject({ dashboardId: 'd', title: 'Plant', isNew: false })
  expect(widgetsOf(state.configuration)).toEqual(['old', ...added.widgetIds])
  const now = state.configuration as { widgets: object }
  state.configuration = { ...now, widgets: { ...now.widgets, theirs: {} } }
  await undoAdd(client, added)
  expect(widgetsOf(state.configuration)).toEqual(['old', 'theirs'])
})

test('a new dashboard is deleted by undo', async () => {
  const { client, state, deleted } = store(null)
  const added = await addToDashboard(client, { kind: 'new', title: 'Tanks' }, [chart])
  expect(added).toMatchObject({ dashboardId: 'd', title: 'Tanks', isNew: true })
  expect(widgetsOf(state.configuration)).toEqual(added.widgetIds)
  await undoAdd(client, added)
  expect(deleted).toEqual(['d'])
})
