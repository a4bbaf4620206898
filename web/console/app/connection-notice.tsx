import { useConnection } from '../api/connection.ts'
import { text } from '../text/text.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { SignInElsewhere } from '../ui/sign-in-elsewhere.tsx'

/** Says that the server is away, knows the person no longer, or has a newer console. */
export function ConnectionNotice() {
  const connection = useConnection()
  return (
    <div role="status" className="connection">
      {connection === 'away' && <Message tone="warning">{text.frame.away}</Message>}
      {connection === 'signed-out' && (
        <Message tone="warning">
          <SignInElsewhere />
        </Message>
      )}
      {connection === 'upgraded' && (
        <Message>
          <div className="row">
            <span>{text.frame.upgraded}</span>
            <Button onClick={() => location.reload()}>{text.frame.reload}</Button>
          </div>
        </Message>
      )}
    </div>
  )
}
