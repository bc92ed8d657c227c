import { useState } from 'react'
import type { Story } from '../story.ts'
import { KeyValueMap, type KeyValueMapProps } from './key-value-map.tsx'
import type { StringMap } from './map-rows.ts'

function Metadata({ initial = {}, ...rest }: { initial?: StringMap } & Partial<KeyValueMapProps>) {
  const [map, setMap] = useState<StringMap | null>(initial)
  return <KeyValueMap label="Metadata" value={map} onChange={setMap} {...rest} />
}

const story: Story = {
  id: 'key-value-map',
  group: 'Fields',
  title: 'Key-value map',
  about:
    'Texts by key. Every row needs both, no key stands twice; an incomplete map is reported as null, and what was typed stays.',
  examples: [
    { name: 'Rows', Example: () => <Metadata initial={{ deviceName: 'Pump P-03', deviceType: 'pump' }} /> },
    { name: 'Empty', Example: () => <Metadata isOptional /> },
    { name: 'Required', Example: () => <Metadata error="Add at least one row." /> },
    { name: 'Disabled', Example: () => <Metadata initial={{ ts: '1' }} isDisabled /> },
  ],
}
export default story
