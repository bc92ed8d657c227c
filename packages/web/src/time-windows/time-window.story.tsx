import { defaultTimeWindow, type TimeWindow } from '@sonde/model/time-windows/time-window'
import { useState } from 'react'
import type { Story } from '../ui/story.ts'
import { IntervalInput } from './interval-input.tsx'
import { TimeWindowEditor } from './time-window-editor.tsx'
import { TimeWindowTrigger, type TimeWindowTriggerProps } from './time-window-trigger.tsx'
import { TimezoneField } from './timezone-field.tsx'

const nowMs = Date.UTC(2026, 10, 21, 12)
const context = { nowMs, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 50_000 } as const

function Trigger(props: Partial<TimeWindowTriggerProps>) {
  const [window, setWindow] = useState<TimeWindow>(defaultTimeWindow(nowMs))
  return <TimeWindowTrigger value={window} onChange={setWindow} {...props} />
}

function Interval() {
  const [ms, setMs] = useState(60_000)
  return <IntervalInput label="Length" value={ms} onChange={setMs} />
}

function Zone() {
  const [zone, setZone] = useState<string | null>('Europe/Berlin')
  return <TimezoneField value={zone} onChange={setZone} nowMs={nowMs} />
}

const story: Story = {
  id: 'time-window',
  group: 'Time',
  title: 'Time window, interval, time zone',
  about:
    'The trigger says which time is shown and opens the editor: at least 417 px wide and 550 px high at most, on phones the whole screen. Update is there once the window is valid and another. The parts of an interval carry and borrow; a zone left empty is the browser’s.',
  examples: [
    { name: 'Trigger', Example: () => <Trigger /> },
    { name: 'Inline trigger', Example: () => <Trigger isInline /> },
    {
      name: 'Editor',
      Example: () => (
        <div style={{ maxWidth: 460 }}>
          <TimeWindowEditor
            value={defaultTimeWindow(nowMs)}
            context={context}
            onCancel={() => {}}
            onUpdate={() => {}}
          />
        </div>
      ),
    },
    { name: 'Interval', Example: Interval },
    { name: 'Time zone', Example: Zone },
  ],
}
export default story
