import { useState } from 'react'
import { Switch } from '../field/text-field.tsx'
import type { Story } from '../story.ts'
import { Led } from './led.tsx'

function Lamp() {
  const [isOn, setOn] = useState(true)
  return (
    <div style={{ display: 'flex', gap: 24, alignItems: 'center' }}>
      <Led label="Pump" isOn={isOn} />
      <Led label="Valve" isOn={isOn} color="#d97c14" colorOff="#818b9c" size={24} />
      <Switch label="On" isChecked={isOn} onChange={setOn} />
    </div>
  )
}

const story: Story = {
  id: 'led',
  group: 'Feedback',
  title: 'LED',
  about:
    'A lamp of a state that is on or off: 50 px, radius a quarter, off at 40 %, with a glow when on. Its name says the state.',
  examples: [{ name: 'On and off', Example: Lamp }],
}
export default story
