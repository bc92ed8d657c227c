import { useState } from 'react'
import type { Story } from '../story.ts'
import { DateTimeField, DateTimePeriod, lastDay } from './date-time-field.tsx'

const nowMs = Date.UTC(2026, 10, 21, 12)

function Moment({ initial }: { initial: number | null }) {
  const [ms, setMs] = useState(initial)
  return <DateTimeField label="Due" value={ms} onChange={setMs} min={nowMs} zone="UTC" isTouched />
}

function Between() {
  const [period, setPeriod] = useState(lastDay(nowMs))
  return <DateTimePeriod value={period} onChange={setPeriod} nowMs={nowMs} zone="UTC" />
}

const story: Story = {
  id: 'date-time',
  group: 'Time',
  title: 'Moment and period',
  about:
    'One moment with bounds, or a period: at least a second long, not beyond now, the last 24 hours at first. The end that was not set gives way as little as it must.',
  examples: [
    { name: 'Moment', Example: () => <Moment initial={nowMs + 3_600_000} /> },
    { name: 'Too early', Example: () => <Moment initial={nowMs - 1000} /> },
    { name: 'Missing', Example: () => <Moment initial={null} /> },
    { name: 'Period', Example: Between },
  ],
}
export default story
