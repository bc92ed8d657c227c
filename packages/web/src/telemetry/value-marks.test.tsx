import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { LimitNote } from './value-marks.tsx'

const limits = [
  { alarmType: 'Low level', severity: 'WARNING', side: 'below', isInclusive: false, value: 36 },
  { alarmType: 'Low level', severity: 'CRITICAL', side: 'below', isInclusive: false, value: 12.5 },
] as const

test('limits have the unit of their key', async () => {
  const note = (unit: string | undefined) => (
    <LimitNote profile={{ id: 'p', name: 'tank' }} limits={limits} unit={unit} />
  )
  const { unmount } = await renderPage(note('%'), { client: {} })
  expect(screen.getByText('Limits from the alarm rules of profile tank').textContent).toBe(
    'Limits from the alarm rules of profile tank, Warning below 36%, Critical below 12.5%',
  )
  unmount()
  await renderPage(note(undefined), { client: {} })
  expect(screen.getByText('Limits from the alarm rules of profile tank').textContent).toBe(
    'Limits from the alarm rules of profile tank, Warning below 36, Critical below 12.5',
  )
})
