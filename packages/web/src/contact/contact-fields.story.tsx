import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import type { Story } from '../ui/story.ts'
import { ContactFields } from './contact-fields.tsx'
import { type ContactDraft, contactErrors, emptyContact } from './contact-input.ts'

function Contact({ initial }: { initial: Partial<ContactDraft> }) {
  const t = useText()
  const [draft, setDraft] = useState({ ...emptyContact, ...initial })
  return (
    <div className="sd-form">
      <ContactFields
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
        onBlur={() => {}}
        fieldErrors={contactErrors(draft, t)}
      />
    </div>
  )
}

const story: Story = {
  id: 'contact-form',
  group: 'Fields',
  title: 'Contact form',
  about:
    'Country, city, state, postal code, address, phone, email. The postal code has the form of its country: 18 countries have one; another country checks it anew.',
  examples: [
    { name: 'Empty', Example: () => <Contact initial={{}} /> },
    {
      name: 'Wrong postal code and email',
      Example: () => <Contact initial={{ country: 'Germany', zip: '1011', email: 'ada' }} />,
    },
  ],
}
export default story
