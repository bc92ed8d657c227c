import { useState } from 'react'
import type { Story } from '../story.ts'
import { PlaybackControl, type PlaybackControlProps } from './playback-control.tsx'

const start = Date.UTC(2026, 10, 20, 8)

function Player(props: Partial<PlaybackControlProps>) {
  const [ms, setMs] = useState(start)
  return <PlaybackControl range={{ minMs: start, maxMs: start + 600_000 }} value={ms} onChange={setMs} {...props} />
}

const story: Story = {
  id: 'playback',
  group: 'Time',
  title: 'Playback control',
  about:
    'Plays a stretch of the past, one step a tick, 1, 5, 10 or 25 ticks a second. Moving the position by hand pauses it there. With anchors the step buttons jump between them.',
  examples: [
    { name: 'Ten minutes', Example: () => <Player /> },
    { name: 'Anchors', Example: () => <Player anchors={[start + 60_000, start + 200_000, start + 450_000]} /> },
    { name: 'Nothing to play', Example: () => <Player range={null} /> },
  ],
}
export default story
