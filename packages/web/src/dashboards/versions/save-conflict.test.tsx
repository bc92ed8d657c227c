import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { SaveConflict } from './save-conflict.tsx'

const board = (...titles: string[]) => ({
  title: 'Board',
  configuration: { widgets: Object.fromEntries(titles.map((title) => [title, { config: { title } }])) },
})

test('names who saved what, and asks whose changes to keep', async () => {
  const [onOverwrite, onDiscard, onClose] = [vi.fn(), vi.fn(), vi.fn()]
  const newest = { number: 3, createdTime: Date.now(), author: { id: 'u', name: 'Ada Rivers' } }
  await renderPage(
    <SaveConflict
      conflict={{ message: '', newest }}
      before={board('Flow')}
      theirs={board('Flow', 'Level') as unknown as Dashboard}
      onOverwrite={onOverwrite}
      onDiscard={onDiscard}
      onClose={onClose}
    />,
    { client: {} },
  )
  expect(await screen.findByText(/^Ada Rivers saved this dashboard .+/)).toBeTruthy()
  expect(screen.getByText('Widget Level')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Overwrite', hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Discard my changes', hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }))
  expect([onOverwrite, onDiscard, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
})
