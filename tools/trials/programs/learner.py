"""A learner by the client that openapi-python-client generates: sign up, study, pay. Prints the results."""

import os

import httpx
from kumbuka_rest_api_client import AuthenticatedClient, Client
from kumbuka_rest_api_client.api.auth import request_verification_code, sign_up, verify_code
from kumbuka_rest_api_client.api.billing import read_billing_status, start_checkout, verify_payment
from kumbuka_rest_api_client.api.decks import add_flashcard, create_deck, read_deck
from kumbuka_rest_api_client.api.study_progress import finish_session, record_answer
from kumbuka_rest_api_client.models import (
    AddFlashcardBody,
    CreateDeckBody,
    Problem,
    RecordAnswerBody,
    RequestVerificationCodeBody,
    SignUpBody,
    StartCheckoutBody,
    VerifyCodeBody,
    VerifyPaymentBody,
)

base = os.environ["KUMBUKA_REST"]
email = os.environ["KUMBUKA_EMAIL"]


def expect(result):
    """Returns the result. Raises for an error or an undocumented response."""
    if result is None or isinstance(result, Problem):
        raise SystemExit(f"rejected: {result}")
    return result


anonymous = Client(base_url=base)
password = "tembo wa savana"
expect(sign_up.sync(client=anonymous, body=SignUpBody(email=email, username=email.split("@")[0], password=password)))
sent = expect(request_verification_code.sync(client=anonymous, body=RequestVerificationCodeBody(email=email)))
proof = VerifyCodeBody(email=email, otp_id=sent.otp_id, code=sent.dev_code)
access = expect(verify_code.sync(client=anonymous, body=proof))
learner = AuthenticatedClient(base_url=base, token=access.access_token)

deck = expect(
    create_deck.sync(
        client=learner,
        body=CreateDeckBody(title="Mito", description="Ya Kenya", subject="Jiografia", category="Shule", difficulty=2),
    )
)
sides = AddFlashcardBody(deck_id=deck.id, front_text="Mto mrefu?", back_text="Tana")
card = expect(add_flashcard.sync(client=learner, body=sides))
answer = RecordAnswerBody(deck_id=deck.id, flashcard_id=card.id, was_correct=True, time_spent=0.2, session_id="python")
record = expect(record_answer.sync(client=learner, body=answer))
finished = expect(finish_session.sync("python", client=learner))
missing = read_deck.sync(deck.id + 1_000_000, client=learner)

checkout = expect(start_checkout.sync(client=learner, body=StartCheckoutBody()))
httpx.post(checkout.checkout_url, data={"action": "pay"})
expect(verify_payment.sync(client=learner, body=VerifyPaymentBody(checkout_id=checkout.api_ref)))
status = expect(read_billing_status.sync(client=learner))

print(record.study_count, finished.answered, missing.code, status.subscription_status, type(status.current_period_end).__name__)
