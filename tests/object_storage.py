"""Object storage that speaks S3, as a real process on a free port: moto's server."""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Self

import boto3
import httpx
from botocore.config import Config

from deploy import processes
from deploy.environment import ROOT
from project.core.storage.settings import storages
from tests.environment import coverage_variables

STARTS_WITHIN_SECONDS = 60.0
PRIVATE_BUCKET, PICTURES_BUCKET = "shop-private", "shop-pictures"


class ObjectStorage:
    """Starts on construction, with an empty private bucket and one that everybody may read."""

    def __init__(self) -> None:
        self.port = processes.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = tempfile.TemporaryDirectory(prefix="akshamala-s3-")
        self.keys = ("test-key", "test-secret")
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.halt()
        self._folder.cleanup()

    def start(self) -> None:
        """Start it with empty buckets: it keeps what it has in memory."""
        with (Path(self._folder.name) / "log").open("ab") as log:
            self._process = processes.spawn(
                [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)],
                # Nothing that measures coverage: it is none of our code.
                env={name: value for name, value in os.environ.items() if name not in coverage_variables()},
                cwd=ROOT,
                output=log,
            )
        if not processes.wait_until(self.is_ready, self._process, seconds=STARTS_WITHIN_SECONDS):
            self.halt()
            raise RuntimeError("moto's server does not start")
        self.empty()

    def halt(self) -> None:
        """End it, as a fault would."""
        processes.stop(self._process)

    def is_ready(self) -> bool:
        """Return whether it answers now."""
        try:
            return httpx.get(f"{self.url}/moto-api/", timeout=2, trust_env=False).is_success
        except httpx.HTTPError:
            return False

    def empty(self) -> None:
        """Begin anew: keys that open everything, and two empty buckets."""
        httpx.post(f"{self.url}/moto-api/reset", timeout=30, trust_env=False).raise_for_status()
        self.keys = ("test-key", "test-secret")
        client = self.client()
        for bucket in (PRIVATE_BUCKET, PICTURES_BUCKET):
            client.create_bucket(Bucket=bucket)
        everybody = {
            "Effect": "Allow",
            "Principal": "*",
            "Action": "s3:GetObject",
            "Resource": f"arn:aws:s3:::{PICTURES_BUCKET}/*",
        }
        policy = json.dumps({"Version": "2012-10-17", "Statement": [everybody]})
        client.put_bucket_policy(Bucket=PICTURES_BUCKET, Policy=policy)

    def ask_for_keys(self) -> None:
        """From now on look at keys, and take those alone of a user who is made now and may do everything."""
        iam: Any = self._client("iam")
        iam.create_user(UserName="shop")
        policy = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
        document = json.dumps({"Version": "2012-10-17", "Statement": [policy]})
        iam.put_user_policy(UserName="shop", PolicyName="all", PolicyDocument=document)
        made = iam.create_access_key(UserName="shop")["AccessKey"]
        self.keys = (made["AccessKeyId"], made["SecretAccessKey"])
        self._look_at_keys("0")

    def ask_for_no_keys(self) -> None:
        """Take any keys again."""
        self._look_at_keys("inf")

    def _look_at_keys(self, after: str) -> None:
        address = f"{self.url}/moto-api/reset-auth"
        httpx.post(address, content=after, timeout=30, trust_env=False).raise_for_status()

    def client(self) -> Any:
        """Return a client of S3 that is not the shop's."""
        return self._client("s3")

    def _client(self, service: str) -> Any:
        return boto3.client(
            service,
            endpoint_url=self.url,
            region_name="us-east-1",
            aws_access_key_id=self.keys[0],
            aws_secret_access_key=self.keys[1],
            config=Config(s3={"addressing_style": "path"}),
        )

    def names(self, bucket: str) -> list[str]:
        """Return the names of all objects in a bucket."""
        return [found["Key"] for found in self.client().list_objects_v2(Bucket=bucket).get("Contents", ())]

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables by which a shop uses it."""
        return {
            "S3_ENDPOINT_URL": self.url,
            "S3_REGION": "us-east-1",
            "S3_ACCESS_KEY_ID": self.keys[0],
            "S3_SECRET_ACCESS_KEY": self.keys[1],
            "S3_PRIVATE_BUCKET": PRIVATE_BUCKET,
            "S3_PICTURES_BUCKET": PICTURES_BUCKET,
            "S3_PICTURES_URL": f"{self.url}/{PICTURES_BUCKET}",
        }

    def settings(self) -> dict[str, Any]:
        """Return the settings that these variables come to."""
        return {
            "STORAGES": storages(self.environment, var_dir=Path("/nowhere")),
            "PICTURES_URL": f"{self.environment['S3_PICTURES_URL']}/",
        }

    def fetch(self, bucket: str, name: str) -> httpx.Response:
        """Fetch an object without keys, as a stranger."""
        return httpx.get(f"{self.url}/{bucket}/{name}", timeout=30, trust_env=False)
