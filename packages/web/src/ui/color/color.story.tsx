import { useState } from 'react'
import { Button } from '../button/button.tsx'
import type { Story } from '../story.ts'
import { ColorDialog } from './color-dialog.tsx'
import { ColorField } from './color-field.tsx'
import { ColorPicker } from './color-picker.tsx'

function Field({ initial, error }: { initial: string; error?: string }) {
  const [color, setColor] = useState(initial)
  return <ColorField label="Line" value={color} onChange={setColor} error={color === '' ? error : undefined} />
}

function Inline() {
  const [color, setColor] = useState('#3350d1')
  return (
    <div style={{ maxWidth: 400 }}>
      <ColorPicker value={color} onChange={setColor} />
    </div>
  )
}

function InDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Pick colour</Button>
      {isOpen && <ColorDialog color="#009688" onClose={() => setOpen(false)} />}
    </>
  )
}

const story: Story = {
  id: 'color-picker',
  group: 'Pickers',
  title: 'Colour picker',
  about:
    'A colour by square, hue, opacity, palette or text. The dialog tells null when it is cancelled; whether a colour is required, and in which words, is the form’s business.',
  examples: [
    { name: 'Field', Example: () => <Field initial="#d97c14" /> },
    { name: 'With opacity', Example: () => <Field initial="rgba(51, 80, 209, 0.5)" /> },
    { name: 'Required', Example: () => <Field initial="" error="Choose the colour of the line." /> },
    { name: 'Inline', Example: Inline },
    { name: 'Dialog', Example: InDialog },
  ],
}
export default story
