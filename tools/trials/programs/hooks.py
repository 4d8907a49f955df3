"""Credentials of Schemathesis for each path, and requests that it skips because they only take long."""

import os

import requests
import schemathesis

BASE = os.environ["KUMBUKA_REST"]
ADMIN_KEY = os.environ["KUMBUKA_ADMIN_KEY"]
TOKEN = os.environ["KUMBUKA_TOKEN"]
SECOND_LEARNER = {
    "email": os.environ["KUMBUKA_LEAVING_EMAIL"],
    "password": os.environ["KUMBUKA_LEAVING_PASSWORD"],
}
SIGN_OUTS = {"/logout", "/auth/logout-all"}
MAX_DEMO_USERS = 2


def new_token():
    """Returns a separate token, because a sign-out revokes it."""
    return requests.post(f"{BASE}/login", json=SECOND_LEARNER, timeout=10).json()["access_token"]


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    if path.startswith("/admin/"):
        case.headers["X-Admin-Key"] = ADMIN_KEY
        limit_demo_users(path, case.body)
        return
    token = new_token() if path in SIGN_OUTS else TOKEN
    case.headers["Authorization"] = f"Bearer {token}"


def limit_demo_users(path, body):
    """Limits demo users, because each costs a password hash."""
    if path.endswith("/batch_create") and isinstance(body, dict) and isinstance(body.get("count"), (int, float)):
        body["count"] = min(body["count"], MAX_DEMO_USERS)
