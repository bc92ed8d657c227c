import { ApiError } from '@sonde/client/rest/api-error'
import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { englishTexts, renderPage } from '../../../testing/render-page.tsx'
import { DashboardContext, type OpenDashboard } from '../../dashboard-context.tsx'
import { type Editor, useEditor } from '../use-editor.ts'
import { KeySettings } from './key-settings.tsx'
import { WidgetPanel } from './widget-panel.tsx'

const config = {
  title: 'Level',
  unknown: { kept: true },
  titleStyle: { fontSize: '16px', fontWeight: 400 },
  settings: { unknownSetting: [1], max: 'high' },
}

const dashboardOf = (type: string): Dashboard => ({
  id: { entityType: 'DASHBOARD', id: 'd' },
  createdTime: 0,
  tenantId: { entityType: 'TENANT', id: 't' },
  title: 'Tanks',
  name: 'Tanks',
  image: null,
  assignedCustomers: null,
  mobileHide: false,
  mobileOrder: null,
  configuration: {
    widgets: { a: { isSystemType: false, bundleAlias: 'mine', typeAlias: 'tank', type, config } },
    states: {
      default: {
        name: 'Tanks',
        root: true,
        layouts: { main: { widgets: { a: { sizeX: 8, sizeY: 4, row: 0, col: 0 } } } },
      },
    },
  },
})

const settingsSchema = JSON.stringify({
  schema: {
    type: 'object',
    properties: {
      max: { title: 'Maximum', type: 'number', default: 100 },
      label: { title: 'Label', type: 'string', default: 'Level' },
    },
  },
})

/** Without aliases. */
const openDashboard = {
  configuration: { widgets: {} },
  aliases: { get: () => ({ kind: 'unresolved' }), subscribe: () => () => {} },
} as unknown as OpenDashboard

function Panel({ dashboard, onEditor }: { dashboard: Dashboard; onEditor: (editor: Editor) => void }) {
  const editor = useEditor(dashboard)
  const configuration = normalizeConfiguration(editor.dashboard.configuration, { nowMs: 0, newId: () => 'new' })
  const selection = { stateId: 'default', layoutId: 'main', ids: ['a'] } as const
  useEffect(() => {
    onEditor(editor)
  })
  return (
    <DashboardContext value={openDashboard}>
      <WidgetPanel editor={editor} configuration={configuration} selection={selection} />
    </DashboardContext>
  )
}

function Key() {
  const [settings, setSettings] = useState<JsonObject>({ unknown: 1 })
  return (
    <>
      <KeySettings
        type={{ isSystemType: false, bundleAlias: 'mine', typeAlias: 'tank' }}
        settings={settings}
        onChange={setSettings}
      />
      <output>{JSON.stringify(settings)}</output>
    </>
  )
}

/** Opens the panel; `descriptor`: of the widget's type, or the failure of its load. */
async function openPanel(descriptor: object | Error, type = 'timeseries') {
  const editors: Editor[] = []
  await renderPage(<Panel dashboard={dashboardOf(type)} onEditor={(editor) => void editors.push(editor)} />, {
    client: clientOf(descriptor),
  })
  const current = () => editors.at(-1) ?? expect.fail('The panel is not open.')
  return {
    current,
    /** The widget's configuration as it would be saved, and its place. */
    stored: () => {
      const { widgets, states } = JSON.parse(JSON.stringify(current().dashboard.configuration))
      return { config: widgets.a.config, place: states.default.layouts.main.widgets.a }
    },
  }
}

const clientOf = (descriptor: object | Error) => ({
  rest: {
    request: async () => {
      if (descriptor instanceof Error) throw descriptor
      return { descriptor }
    },
  },
})

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('opening the tabs changes nothing; an edit changes its own setting, and letters in a row are one step', async () => {
  const { current, stored } = await openPanel({ settingsSchema })
  fireEvent.click(await screen.findByRole('tab', { name: 'Advanced' }))
  expect([current().changes, stored().config]).toEqual([0, config])

  type('Label', 'T')
  type('Label', 'Tank')
  expect(stored().config).toEqual({ ...config, settings: { ...config.settings, label: 'Tank' } })
  expect(current().changes).toBe(1)
  // A stored value that doesn't fit the schema stays until it is replaced by one that does.
  type('Maximum', 'higher')
  expect(stored().config.settings.max).toBe('high')
  type('Maximum', '50')
  expect(stored().config.settings).toEqual({ unknownSetting: [1], max: 50, label: 'Tank' })
  expect(current().changes).toBe(2)
})

test('looks: only what is edited is stored, and only if it can be used', async () => {
  const { current, stored } = await openPanel({})
  fireEvent.click(screen.getByRole('tab', { name: 'Appearance' }))
  type('Title', 'Tank 7')
  type('Background', 'nocolor')
  screen.getByText(englishTexts().t('inputs.colorInvalid'))
  type('Background', '#ffeecc')
  type('Padding', '4px 8')
  type('Padding', '4px 8px')
  fireEvent.click(screen.getByLabelText('Show an icon'))
  type('Icon size (px)', '99')
  screen.getByText('Enter a number from 12 to 32.')
  type('Icon size (px)', '20')
  expect(stored().config).toEqual({
    ...config,
    title: 'Tank 7',
    backgroundColor: '#ffeecc',
    padding: '4px 8px',
    showTitleIcon: true,
    iconSize: '20px',
  })
  fireEvent.click(screen.getByLabelText('Show the title'))
  expect(stored().config).toMatchObject({ showTitle: false, showTitleIcon: false })
  fireEvent.click(screen.getByRole('button', { name: 'Reset Card' }))
  expect(stored().config).not.toHaveProperty('backgroundColor')

  type('Value of row 1', '20px')
  expect(stored().config.titleStyle).toEqual({ fontSize: '20px', fontWeight: 400 })

  fireEvent.change(screen.getByLabelText('Direction'), { target: { value: 'row' } })
  expect(stored().config.legendConfig).toEqual({ direction: 'row' })
  fireEvent.change(screen.getByLabelText('Direction'), { target: { value: 'column' } })
  fireEvent.change(screen.getByLabelText('Position'), { target: { value: 'left' } })
  fireEvent.change(screen.getByLabelText('Direction'), { target: { value: 'row' } })
  expect(stored().config.legendConfig).toEqual({ direction: 'row', position: 'bottom' })

  type('Order', '2')
  type('Height in rows', '0')
  fireEvent.click(screen.getByLabelText('Hide on narrow screens'))
  expect(stored().place).toEqual({ sizeX: 8, sizeY: 4, row: 0, col: 0, mobileOrder: 2, mobileHide: true })
  act(() => current().jump(0))
  expect(stored()).toEqual({ config, place: { sizeX: 8, sizeY: 4, row: 0, col: 0 } })
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Level')
})

test('a type without settings has no tab for them, and other kinds no legend', async () => {
  await openPanel({ settingsSchema: '' }, 'static')
  await screen.findByRole('tab', { name: 'Appearance' })
  expect(screen.queryByRole('tab', { name: 'Advanced' })).toBeNull()
  expect(screen.queryByLabelText('Show the legend')).toBeNull()
})

test('without a readable schema or without the type, the settings are edited as JSON', async () => {
  for (const [descriptor, note] of [
    [{ settingsSchema: '{"schema":' }, 'can’t be read'],
    [new ApiError({ status: 404, errorCode: 32, message: 'Not found' } as never), 'doesn’t exist'],
  ] as const) {
    const { stored, current } = await openPanel(descriptor)
    fireEvent.click((await screen.findAllByRole('tab', { name: 'Advanced' }))[0] as HTMLElement)
    await screen.findByText(note, { exact: false })
    expect([current().changes, stored().config]).toEqual([0, config])
    document.body.replaceChildren()
  }
})

test('settings of a key are shown if the type declares some', async () => {
  await renderPage(<Key />, { client: clientOf({ dataKeySettingsSchema: settingsSchema }) })
  fireEvent.change(await screen.findByLabelText('Label'), { target: { value: 'Inlet' } })
  expect(document.querySelector('output')?.textContent).toBe('{"unknown":1,"label":"Inlet"}')
})
