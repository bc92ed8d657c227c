import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { DateTimeField, DateTimePeriod, lastDay } from './date-time-field.tsx'
import { localText, parseLocal } from './local-time.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)

test('wall clocks of a zone come back as the same moment', () => {
  expect(localText(nowMs, 'Asia/Tokyo')).toBe('2026-11-21T21:00:00')
  expect(parseLocal('2026-11-21T21:00', 'Asia/Tokyo')).toBe(nowMs)
  expect(parseLocal('2026-11-21', 'UTC')).toBeNull()
})

function Period() {
  const [period, setPeriod] = useState(lastDay(nowMs))
  return (
    <TextProvider store={englishTexts()}>
      <DateTimePeriod value={period} onChange={setPeriod} nowMs={nowMs} zone="UTC" />
      <output>{`${localText(period.startTimeMs, 'UTC')} ${localText(period.endTimeMs, 'UTC')}`}</output>
    </TextProvider>
  )
}

test('a period is at least a second long and does not pass now', () => {
  render(<Period />)
  const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const reported = () => screen.getByRole('status').textContent
  expect(reported()).toBe('2026-11-20T12:00:00 2026-11-21T12:00:00')
  set('To', '2026-11-22T08:00:00')
  expect(reported()).toBe('2026-11-20T12:00:00 2026-11-21T12:00:00')
  set('To', '2026-11-20T11:00:00')
  expect(reported()).toBe('2026-11-20T12:00:00 2026-11-20T12:00:01')
  set('From', '2026-11-20T13:00:00')
  expect(reported()).toBe('2026-11-20T12:00:00 2026-11-20T12:00:01')
})

test('a moment out of its bounds, or missing where it is required, is told', () => {
  const field = (value: number | null) => (
    <TextProvider store={englishTexts()}>
      <DateTimeField label="Due" value={value} onChange={() => {}} min={nowMs} zone="UTC" isTouched />
    </TextProvider>
  )
  const { rerender } = render(field(nowMs - 1000))
  expect(screen.getByText(/^Choose .* or later/)).toBeTruthy()
  rerender(field(null))
  expect(screen.getByText('Choose a date and a time.')).toBeTruthy()
})
