/** Page with a single story, for the catalogue's frame and for tests: `?story=ID&alone`. */

import { useEffect, useState } from 'react'
import type { TextStore } from '../locale/text-store.ts'
import type { Story } from '../ui/story.ts'
import { StoryWorld } from './story-world.tsx'

interface FollowedStoryProps {
  readonly first: Story
  readonly texts: TextStore
  /** Story selected by the URL. */
  readonly chosen: () => Story | undefined
}

/** Renders the story of the URL and follows changes; each story gets its own context. */
export function FollowedStory({ first, texts, chosen }: FollowedStoryProps) {
  const [story, setStory] = useState(first)
  useEffect(() => {
    const follow = () => setStory((before) => chosen() ?? before)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [chosen])
  useEffect(() => {
    document.title = story.title
  }, [story])
  return (
    <StoryWorld key={story.id} texts={texts}>
      <StoryPage story={story} />
    </StoryWorld>
  )
}

function StoryPage({ story }: { story: Story }) {
  return (
    <main className="cat-story" data-story={story.id}>
      <h1>{story.title}</h1>
      <p className="cat-about">{story.about}</p>
      {story.examples.map(({ name, Example }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <div className="cat-example">
            <Example />
          </div>
        </section>
      ))}
    </main>
  )
}
